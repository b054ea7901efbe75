"""Second opinions for `check` lines: figures of a run computed afresh from its trajectories, and
terminals played back. Plain and slow on purpose; nothing here knows how the program does it."""

import base64
import csv
import gzip
import io
import itertools
import math
import pathlib
import re
import struct


def frames_of(text):
    """[(time, {agent: (x, y, layer)})] of a .csv file, in the order of time."""
    frames = []
    for row in csv.DictReader(io.StringIO(text)):
        time = float(row["time"])
        if not frames or frames[-1][0] != time:
            frames.append((time, {}))
        frames[-1][1][int(row["agent"])] = (float(row["x"]), float(row["y"]), row["layer"])
    return frames


def overlaps_of(agents, radius_of):
    """{(a, b): (overlap, smaller radius)} of all pairs that overlap at all."""
    found = {}
    keys = sorted(agents)
    for place, a in enumerate(keys):
        ax, ay, layer = agents[a]
        for b in keys[place + 1:]:
            bx, by, other_layer = agents[b]
            overlap = radius_of(a) + radius_of(b) - math.hypot(ax - bx, ay - by)
            if layer == other_layer and overlap > 0:
                found[a, b] = overlap, min(radius_of(a), radius_of(b))
    return found


def collisions(text, radius_of, depth=0.01):
    """(pairs that begin to overlap, pair-steps, deepest overlap) from a file with a frame for every
    step. The first frame is what the run starts with."""
    begun = steps = 0
    deepest = 0.0
    before = None
    for _, agents in frames_of(text):
        overlaps = overlaps_of(agents, radius_of)
        now = {pair for pair, (overlap, least) in overlaps.items() if overlap > depth * least}
        if before is not None:
            begun += len(now - before)
            steps += len(now)
            deepest = max([deepest] + [overlap for overlap, _ in overlaps.values()])
        before = now
    return begun, steps, deepest


def mean_path(text):
    """Mean length walked, over all agents."""
    length, last = 0.0, {}
    for _, agents in frames_of(text):
        for key, (x, y, _) in agents.items():
            if key in last:
                length += math.hypot(x - last[key][0], y - last[key][1])
            last[key] = x, y
    return length / len(last)


def mean_curvature(text):
    """Turning of all paths over their length, of points every 0.25 m along each."""
    length, turning = 0.0, 0.0
    for key in frames_of(text)[0][1]:
        path = [agents[key][:2] for _, agents in frames_of(text) if key in agents]
        walked, points = 0.0, [path[0]]
        for (ax, ay), (bx, by) in zip(path, path[1:]):
            leg = math.hypot(bx - ax, by - ay)
            while len(points) * 0.25 <= walked + leg and leg > 0:
                t = (len(points) * 0.25 - walked) / leg
                points.append((ax + (bx - ax) * t, ay + (by - ay) * t))
            walked += leg
        ways = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in zip(points, points[1:])]
        turning += sum(abs(math.remainder(b - a, 2 * math.pi)) for a, b in zip(ways, ways[1:]))
        length += walked
    return turning / length


def arrivals(text, goal_distance):
    """{agent: time at which it is first where goal_distance(agent, x, y) <= 0}"""
    found = {}
    for time, agents in frames_of(text):
        for key, (x, y, _) in agents.items():
            if key not in found and goal_distance(key, x, y) <= 0:
                found[key] = time
    return found


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def near(a, b, tolerance):
    return abs(a - b) <= tolerance


def bar_lines(text):
    """The lines that stood on a terminal one after another. Every one must begin with a return to
    its first column and wipe what it does not cover, and nothing else may move the cursor."""
    first, *drawn = text.split("\r")
    lines = [line.removesuffix("\x1b[K") for line in drawn]
    whole = first == "" and all(line.endswith("\x1b[K") for line in drawn)
    return lines if whole and all(line.isprintable() or line == "" for line in lines) else None


def seconds(text):
    """What "12 s", "3:20" or "1:02:03" means."""
    total = 0
    for part in text.removesuffix(" s").split(":"):
        total = total * 60 + int(part)
    return total


def crossing_goals(key, x, y):
    """How far a disc of 0.25 m is from the tolerance of 0.05 m round its goal in the case of
    crossing streams: agents up to 36 go to the segment (9, -3) to (9, 3), the others to the disc of
    2 m round (0, 9). Single precision carries positions: to a ten-thousandth."""
    if key <= 36:
        distance = math.hypot(x - 9, max(abs(y) - 3, 0))
    else:
        distance = max(math.hypot(x, y - 9) - 2, 0)
    return distance - 0.25 - 0.05 - 1e-4


def cut_steps(text, length, slack):
    """How many steps of agents were shorter than `length` by more than `slack`."""
    cut, last = 0, None
    for _, agents in frames_of(text):
        for key, (x, y, _) in agents.items():
            if last is not None:
                cut += length - math.hypot(x - last[key][0], y - last[key][1]) > slack
        last = agents
    return cut


# ---- The scenarios of the tree -------------------------------------------------------------------

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def scenario_paths(folder="."):
    return sorted(str(path) for path in (ROOT / "scenarios" / folder).glob("*.yaml"))


def path_of(name):
    return str(ROOT / "scenarios" / f"{name}.yaml")


def scenarios(folder="."):
    """{name: text}"""
    return {pathlib.Path(path).stem: pathlib.Path(path).read_text()
            for path in scenario_paths(folder)}


def rings_of(text, key):
    lines = text.partition(f"  {key}:\n")[2].splitlines()
    rings = itertools.takewhile(lambda line: line.startswith("    - "), lines)
    return [[(float(x), float(y)) for x, y in re.findall(r"\[([-\d.]+), ([-\d.]+)\]", line)]
            for line in rings]


def obstacles_of(text):
    """[[(x, y)]] of a scenario's list of obstacles, one on each line."""
    return rings_of(text, "obstacles")


def terrain_of(text):
    """[[(x, y)]] of a scenario's list of terrain, one polygon without holes on each line."""
    return rings_of(text, "terrain")


def is_convex(ring):
    """Whether it turns to the left at every corner."""
    return all((b[0] - a[0]) * (c[1] - b[1]) > (b[1] - a[1]) * (c[0] - b[0])
               for a, b, c in zip(ring, ring[1:] + ring[:1], ring[2:] + ring[:2]))


def look_for(text):
    """What the first paragraph of comments says, as one line."""
    lines = itertools.takewhile(lambda line: line.startswith("# "), text.splitlines())
    return " ".join(line.lstrip("# ") for line in lines).removeprefix("Look for: ")


def gallery():
    return (ROOT / "scenarios/README.md").read_text()


def picture_of(name):
    return (ROOT / "docs/pictures" / f"{name}.png").read_bytes()


def all_arrive(report):
    return report["agents"] == report["arrived"] > 0


def distance_to_side(x, y, a, b):
    """From a point to a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    share = max(0.0, min(1.0, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy)))
    return math.dist((x, y), (a[0] + share * dx, a[1] + share * dy))


def agents_within(text, rings, reach):
    """The agents whose centre comes nearer than `reach` to a side of one of the rings."""
    sides = [side for ring in rings for side in zip(ring, ring[1:] + ring[:1])]
    found = set()
    for _, agents in frames_of(text):
        for key, (x, y, _) in agents.items():
            if key not in found and any(distance_to_side(x, y, *side) < reach for side in sides):
                found.add(key)
    return found


def last_places(text):
    """{agent: (x, y)} where each was seen last."""
    found = {}
    for _, agents in frames_of(text):
        for key, (x, y, _) in agents.items():
            found[key] = x, y
    return found


def crossings(text, wall, with_keys=False):
    """Where (y) agents come to be right of x = wall, each time."""
    found, last = [], {}
    for _, agents in frames_of(text):
        for key, (x, y, _) in agents.items():
            if key in last and last[key] <= wall < x:
                found.append((key, y) if with_keys else y)
            last[key] = x
    return found


def risings(text, wall):
    """Where (x) agents cross y = wall upwards, each time."""
    found, last = [], {}
    for _, agents in frames_of(text):
        for key, (x, y, _) in agents.items():
            if key in last and last[key][1] <= wall < y:
                share = (wall - last[key][1]) / (y - last[key][1])
                found.append(last[key][0] + (x - last[key][0]) * share)
            last[key] = x, y
    return found


def passed(text, wall, begin, end):
    """The agents that come to be right of x = wall between two times."""
    found, last = set(), {}
    for time, agents in frames_of(text):
        for key, (x, _, _) in agents.items():
            if key in last and last[key] <= wall < x and begin <= time <= end:
                found.add(key)
            last[key] = x
    return found


def most_moving(text, least):
    """The most agents that moved by `least` metres or more in one interval between frames."""
    most, last = 0, {}
    for _, agents in frames_of(text):
        moved = [key for key, place in agents.items()
                 if key in last and math.dist(last[key][:2], place[:2]) >= least]
        most, last = max(most, len(moved)), agents
    return most


def arrivals_by_leaving(text):
    """When agents were seen last, before they left the world."""
    found = {}
    for time, agents in frames_of(text):
        found.update(dict.fromkeys(agents, time))
    return sorted(found.values())


def table(text):
    """The rows of a table with a header, as dictionaries."""
    head, *rows = (line.split(",") for line in text.splitlines())
    return [dict(zip(head, row)) for row in rows]


def storeys_survive(wend, folder, source, endings):
    """True if each agent keeps its positions and layers when a trajectory is converted from each
    format to each other one and back."""
    def states(path):
        wend("convert", path, "-o", "states.csv", "-q")
        rows = table((folder / "states.csv").read_text())
        return sorted((round(float(r["time"]), 4), r["agent"], r["x"], r["y"], r["layer"])
                      for r in rows)

    expected = states(source)
    for first in endings:
        wend("convert", source, "-o", f"first.{first}", "-q")
        for second in endings:
            wend("convert", f"first.{first}", "-o", f"second.{second}", "-q")
            wend("convert", f"second.{second}", "-o", f"third.{first}", "-q")
            for path in (f"second.{second}", f"third.{first}"):
                if states(path) != expected:
                    raise AssertionError(f"{first} -> {second} -> {first}: {path} differs")
    return True


def without_times(report):
    """The report of a run without what differs from one run to the next: wall-clock times."""
    times = ("elapsed_s", "us_per_agent_step")
    return {name: value for name, value in report.items() if name not in times}


def csv_rows(text):
    """The rows of a CSV file, read by Python's own reader."""
    return list(csv.reader(text.splitlines()))


def bundle_of(data):
    """What the first bytes of a bundle say: the layout is in src/bundle/bundle.h."""
    end, step, state, title_size = struct.unpack_from("<dQQI", data, 24)
    title = data[52:52 + title_size - 1].decode()
    text_size, = struct.unpack_from("<I", data, 52 + title_size)
    text = data[56 + title_size:56 + title_size + max(text_size - 1, 0)].decode()
    assert data[:8] == b"WENDBNDL"
    return {"end": end, "step": step, "hash": f"{state:016x}", "title": title, "text": text}


def page_of(text):
    """What the bundle in a page says, and the title and the page around it."""
    head, title, packed, tail = re.fullmatch(
        r'(.*)<script type="application/octet-stream" id="wend-bundle" data-title="([^"]*)">'
        r'([A-Za-z0-9+/=]*)</script>(.*)', text, re.S).groups()
    unpacked = gzip.decompress(base64.b64decode(packed, validate=True))
    return bundle_of(unpacked) | {"shown": title, "page": head + tail, "bytes": unpacked}
