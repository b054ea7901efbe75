"""The check values of the reference sheet, and the comparison with the equations. Expected values
are strings: each must agree to half a unit of its last digit."""

import math

from . import forces as f
from . import speeds as s
from .vectors import add, length, scale


def near(found, expected):
    digits = len(expected.split(".")[1]) if "." in expected else 0
    return abs(found - float(expected)) <= 0.501 * 10.0 ** -digits


def flatten(values):
    for value in values:
        if isinstance(value, (tuple, list)):
            yield from flatten(value)
        else:
            yield value


def check_1():
    line = (1.0, 0.0)
    ahead = f.helbing_molnar_pair((3, .5), (-1, 0), line)
    yield "1a", ahead[:2], "1.82351 -0.0172072 -0.00559551"
    yield "1b", f.helbing_molnar_pair((3, .5), (-1, 0), line, time=.4)[:2], \
        "2.83747 -0.000539011 -0.0000967301"
    still = (f.helbing_molnar_pair((1, 0), (0, 0), line),
             f.helbing_molnar_pair((-1, 0), (0, 0), line))
    yield "1c", (still[0][3], length(still[1][3])), "-0.249718 0 0.124859"
    yield "1d", (length(f.helbing_molnar_wall((0, .5))), f.drive((1, 0), (1.34, 0), .5)[0]), \
        "4.10425 0.68"


def check_2():
    push, _ = f.helbing_pair(.3, (.7, 0), .3, (0, 0), (0, 0))
    yield "2a", (length(push), length(push) / 80), "573.010 7.16262"
    push, rub = f.helbing_pair(.3, (.5, 0), .3, (0, 1), (0, -.5))
    yield "2b", (push, rub), "-18980.7 0 0 -36000"
    push, rub = f.helbing_wall(.3, (0, -.25), (1, 0))
    yield "2c", (push, rub), "0 9736.49 -12000 0"


def check_3():
    yield "3a", f.johansson_pair(2, (1.3, 0), (2, .5), (-1.3, 0)), \
        "1.30832 0.985967 -0.0261639 -0.0120822"
    yield "3b", (f.johansson_pair(1, (1.3, 0), (2, .5), (-1.3, 0)),
                 f.angle_weight((1, 0), (-2, -.5), .16)), \
        "1.72015 0.987460 -0.0248472 -0.00768183 0.172540"
    yield "3c", f.johansson_pair(2, (1.3, 0), (-1, .2), (1, 0)), \
        "1.09096 0.0691271 0.00194132 -0.000362883"


def check_4():
    yield "4a", f.karamouzas_pair((1.3, 0), (6, .4), (-1.3, 0), .25, .25), \
        "1.85220 3.15786 -2.84225 -0.96"
    yield "4b", f.karamouzas_pair((1.3, 0), (2, 1.8), (0, -1), .25, .25), \
        "0.884103 1.89933 -2.04160 -2.19815"
    yield "4c", [f.karamouzas_magnitude(d) for d in (.5, 4, 9, 11)], "6 3 1.5 0"
    yield "4d", [length(f.karamouzas_wall((0, d), .25)) for d in (1.25, .5)], "1 28"


def check_5():
    def later(velocity, place, moves):
        time = f.zanlungo_time(velocity, place, moves)
        return add(scale(place, -1), scale((velocity[0] - moves[0], velocity[1] - moves[1]), time))

    one = ((1, 0), (4, .5), (-1, 0))
    time, present, predicted = f.zanlungo(one[0], [one[1:]])
    yield "5a", (time, later(*one), present, predicted), "2 0 -0.5 0 -0.00193321 0 -0.279388"
    one = ((1.2, 0), (2, -1.5), (0, 1))
    time, present, _ = f.zanlungo(one[0], [one[1:]])
    yield "5b", (time, later(*one), present), \
        "1.59836 -0.0819672 -0.0983607 -0.0160577 -0.0192693"
    yield "5c", f.zanlungo_menge((1, 0), (4, .3), (-1, 0)), "1.8 -1777.78 -1333.33"


def check_6():
    a, _, _, gap, _, force = f.gcf_pair(1.34, (1.2, 0), (1, 0), (2.5, 0), (0, 0), (1, 0))
    weak = f.gcf_pair(1.34, (1.2, 0), (1, 0), (2.5, 0), (0, 0), (1, 0), .2)[5]
    yield "6a", (a, gap, force, weak[0]), "0.816 1.504 -1.70639 0 -1.43286"
    yield "6b", f.gcf_pair(1.34, (1, 0), (1, 0), (1.5, 1), (-.5, 0), (-1, 0))[1:], \
        "0.349741 0.328883 1.12415 0.832050 -1.67680 -1.11787"
    yield "6c", [f.gcf_regularised(gap) for gap in (.3, .5, 1, 1.95, 2)], "15 8.40278 1 0.259695 0"


def check_7():
    yield "7a", f.power_law_pair(.5, (1.3, 0), (4, .2), (-1.3, 0)), \
        "1.36221 0.513339 -0.355692 -0.155237"
    yield "7b", f.power_law_pair(.5, (1.3, 0), (3, -2.5), (0, 1.2)), \
        "1.94492 0.207364 -0.163910 0.0577284"
    yield "7c", [f.power_law_pair(.5, (1, 0), (0, .7), (1, 0)) is not None], "0"


def check_8():
    line = (1.0, 0.0)
    yield "8a", s.collision_free(line, [((.8, .1), .4)], [], 1, 1.2)[1:], \
        "0.999804 -0.0197756 0.406226 0.406226"
    bend, turned, free, speed = s.collision_free(line, [((.6, -.05), .3), ((.1, .5), .3)], [], 1,
                                                 1.2, strength=5)
    yield "8b", (add(line, bend), turned, math.isinf(free), speed), \
        "0.636834 -0.580734 0.738904 -0.673811 1 1.2"
    _, turned, _, speed = s.collision_free(line, [], [((0, -.25), .2)], 1, 1.2)
    yield "8c", (turned, speed), "0.925114 0.379690 1.2"
    weight, target, heading, turned, free, _ = s.collision_free_v3(line, [((.8, .1), .4)], 0, .01)
    yield "8d", (weight, target, heading, turned, s.speed_of(free, 1, 1.2)), \
        "0.591555 -0.588941 -0.0196314 0.999807 -0.0196301 0.406226"
    _, _, _, _, free, straight = s.collision_free_v3(line, [((.35, .42), .4)], .9, 0)
    yield "8e", (free, math.isinf(straight), .85 * free + .15 * 1.2), "0.146717 1 0.305"


def check_9():
    line = (1.0, 0.0)
    pairs, wanted, turned, _, speed = s.anticipation(
        line, line, line, [((2.5, .3), (-1, 0), (-1, 0))], .4, 8, .1, 1.06, 1.2, .01)
    yield "9a", (pairs[0][:2], wanted, turned, speed), \
        "0.132182 4.26639 0.228205 -0.973613 0.999446 -0.0332923 1.2"
    pairs, wanted, turned, _, speed = s.anticipation(
        line, line, line, [((.58, -.1), (.8, 0), (1, 0))], .36, 6, .01, 1.06, 1.34, .05)
    yield "9b", (pairs[0][:2], wanted, turned, speed), \
        "0.0314655 0.258000 0.968292 0.249820 0.999125 0.0418212 0.215620"


def check_10():
    line = (1.0, 0.0)
    yield "10a", (s.stride_factor(), s.stride_factor() ** -2, s.stride_factor(buffer=.5) ** -2), \
        "0.605096 2.73119 4.38204"
    yield "10b", s.density_cap(line, [(1, 0)], []), "0.265962 1.80477 8.89604"
    row = [(1, 0), (1, .5), (1, -.5)]
    yield "10c", s.density_cap(line, row, []), "0.641844 0.747845 1.52748"
    yield "10d", s.density_cap(line, row + [(1.5, .25), (.5, -.25)], [.5]), \
        "1.31615 0.364700 0.363265"
    yield "10e", [s.stride_speed(space) for space in (.5, 1, 1.5)], "0.170699 0.682798 1.53630"


def check_11():
    yield "11a", (s.step_length(1.34), s.step_length(.8), s.step_length(1.34) / 1.34), \
        "0.776730 0.650100 0.579649"
    yield "11b", (s.osm_agent(.3, .4), s.osm_agent(.3, .4, 2), s.osm_agent(.6, .4),
                  s.osm_agent(1, .4)), "232.797 102.925 0.490281 0.0705044"
    yield "11c", [s.osm_wall(d, .2) for d in (.1, .3, .6)], "26360.5 0.585369 0.0620590"
    yield "11d", (s.osm_2012_agent(.1), s.osm_2012_agent(.5), s.osm_2012_wall(.5)), \
        "0.166053 0.0397387 0.00950094"


def check_12():
    distances = (3, 2, 3, 4, 3)
    yield "12a", s.cell_choice(distances, (1,) * 5, (0,) * 5, 2, 0), \
        "0.095017 0.702089 0.095017 0.012859 0.095017"
    yield "12b", s.cell_choice(distances, (1, 0, 1, 1, 1), (0, 0, 2, 0, 0), 2, 1), \
        "0.104994 0 0.775803 0.014209 0.104994"
    yield "12c", ((1 - .6) / 2, (1 - .6) / 3), "0.2 0.133333"
    yield "12d", s.boson(.3, .1, 4), "0.63 0.0175 0.3"


def check_13():
    yield "13a", f.moussaid_pair((1.3, 0), (3, .4), (-1.3, 0)), \
        "6.19123 0.132164 2.16742 0.111208 -0.641229 -0.896656"
    group = f.group_terms([(1, 0), (0, .8), (-.2, -.9)], (1, 0))
    yield "13b", ([m[0] for m in group], [m[1] for m in group]), \
        "1.52537 0 0 0.734091 0.874960 0.984322"
    group = f.group_terms([(2, 0), (0, .8), (-1, -.9)], (1, 0))
    yield "13c", ([m[0] for m in group], [m[1] for m in group], group[0][2], group[2][2]), \
        "1.55080 0 0 1.66700 0.897527 1.59025 -0.999800 -0.0199960 0.838444 0.544988"


def check_14():
    yield "14a", s.slot_following((0, 0), (1.2, 0), [(0, .9), (-.2, -1.1)], [(0, .5), (0, -.5)]), \
        "0.674181 1.2 -0.593313 1.49666 0.889969"
    cost = (.3, 1.2, 1.3, 1.3, 2, 5)
    yield "14b", (s.velocity_cost(*cost), s.velocity_cost(*cost, halved=True)), "0.608273 3.10827"


def check_15():
    pair = (.5, 2.5, (1, 0), (1, 0), 0, (4, .1), (-1, 0), (-1, 0))
    change, _, point, line = s.pedvo_pair(*pair, 0)
    yield "15a", (change, point, line), \
        "-0.0200503 -0.199245 0.989975 -0.0996225 -0.994975 0.100126"
    yields = s.pedvo_pair(*pair, .4)
    leads = s.pedvo_pair(*pair, -.4)
    yield "15b", (yields[1], leads[1], yields[2], leads[2]), \
        "0.7 0.3 0.985965 -0.139471 0.993985 -0.0597735"


def check_16():
    yield "16a", [s.weidmann(density) for density in (.5, 1, 2, 4)], \
        "1.2984 1.0581 0.6062 0.1563"


CHECKS = [check_1, check_2, check_3, check_4, check_5, check_6, check_7, check_8, check_9, check_10,
          check_11, check_12, check_13, check_14, check_15, check_16]
COUNT = 51


def verify():
    """Compares all check values; returns the faults as lines of text."""
    faults, count = [], 0
    for group in CHECKS:
        for name, found, expected in group():
            count += 1
            numbers, wanted = list(flatten(found)), expected.split()
            if len(numbers) != len(wanted) or not all(map(near, numbers, wanted)):
                faults.append(f"check {name}: {numbers} differs from {expected}")
    if count != COUNT:
        faults.append(f"{count} checks, expected {COUNT}")
    return faults
