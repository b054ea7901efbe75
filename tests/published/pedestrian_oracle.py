#!/usr/bin/env python3
"""Expected values for the tests of pedestrian models, from the equations of the publications.

First compares the equations with the check values of pedestrian/checks.py, and stops if one
differs. Then writes random configurations of every model, with a fixed seed, as C headers: one per
table in pedestrian/values/, and pedestrian_values.h, which includes them all.

    pedestrian_oracle.py --write       writes the headers
    pedestrian_oracle.py --compare     exits with 1 if the headers differ from what it would write
"""

import sys
import textwrap
from pathlib import Path

from pedestrian import checks, tables

FOLDER = Path(__file__).resolve().parent
ABOUT = """Expected values of pedestrian models for random configurations, written by
pedestrian_oracle.py from the equations alone, in double precision. Do not edit.

Each header in pedestrian/values/ has one table: a struct with one field per input and output, named
as below, and an array of rows. The agent is at the origin. neighbour, first, second, third, point
and wall are positions relative to it (m). velocity is the agent's velocity, *_velocity that of a
neighbour (m/s). radius (m); speed (m/s); acceleration (m/s^2). A vector has the fields _x and _y.
Units and parameters are in the comment of each table.

Inputs are exact in single precision except for unit vectors. Compare a vector to 1e-5 of its
length, and a number to 1e-5 of itself: rounding the inputs changes the values by less than 2e-6."""


def comment(text):
    lines = []
    for paragraph in text.split("\n\n"):
        lines += textwrap.wrap(" ".join(paragraph.split()), 93) + [""]
    lines = ["/* " + lines[0]] + [(" * " + line).rstrip() for line in lines[1:-1]]
    return "\n".join(lines) + " */\n"


def number(value):
    return f"{value:.9g}"


def row_text(values):
    wrapped = textwrap.wrap(", ".join(map(number, values)), 91)
    return "    {" + "\n     ".join(wrapped) + "},\n"


def header_of(index, table):
    guard = f"PEDESTRIAN_{table.name.upper()}_H"
    fields = list(table.fields())
    text = comment(table.about) + f"#ifndef {guard}\n#define {guard}\n\n/* clang-format off */\n"
    text += f"typedef struct {table.name}_row {{\n"
    inputs = len(list(tables.Table("", "", " ".join(table.inputs), "", None, None).fields()))
    text += "    double " + "\n        ".join(textwrap.wrap(", ".join(fields[:inputs]), 86)) + ";\n"
    text += "    /* expected */\n"
    text += "    double " + "\n        ".join(textwrap.wrap(", ".join(fields[inputs:]), 86)) + ";\n"
    text += f"}} {table.name}_row;\n\nstatic const {table.name}_row {table.name}_rows[] = {{\n"
    text += "".join(map(row_text, table.rows(tables.SEED + index)))
    return text + "};\n/* clang-format on */\n\n#endif\n"


def headers():
    """{path: text} of all headers."""
    result = {}
    includes = ""
    for index, table in enumerate(tables.TABLES):
        result[FOLDER / f"pedestrian/values/{table.name}.h"] = header_of(index, table)
    for table in sorted(tables.TABLES, key=lambda table: table.name):
        includes += f'#include "published/pedestrian/values/{table.name}.h"\n'
    result[FOLDER / "pedestrian_values.h"] = (
        comment(ABOUT) + "#ifndef PEDESTRIAN_VALUES_H\n#define PEDESTRIAN_VALUES_H\n\n" + includes
        + "\n#endif\n")
    return result


def main(arguments):
    faults = checks.verify()
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        return 1
    if arguments not in (["--write"], ["--compare"]):
        print("usage: pedestrian_oracle.py --write | --compare", file=sys.stderr)
        return 2
    for path, text in headers().items():
        if arguments == ["--write"]:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            print(f"{path} differs; run pedestrian_oracle.py --write", file=sys.stderr)
            return 1
    print(f"{checks.COUNT} check values agree, {len(tables.TABLES)} tables")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
