"""Tables of random configurations: inputs, and the values that the equations give for them.

Inputs are multiples of 1/64, exact in single precision, or unit vectors with nine digits. A
configuration is kept only if rounding its inputs to single precision changes no output by more than
2e-6 of its size, so that a comparison to 1e-5 tests the equations and not the rounding."""

import math
import random

from . import forces as f
from . import speeds as s
from .vectors import length

ROWS = 40
SEED = 20240
STEADY = 2e-6


class Sampler:
    """Random inputs."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def number(self, low, high):
        return self.random.randint(math.ceil(low * 64), math.floor(high * 64)) / 64.0

    def vector(self, most):
        return (self.number(-most, most), self.number(-most, most))

    def around(self, near, far):
        """A vector with a length between the two."""
        while True:
            v = self.vector(far)
            if near <= length(v) <= far:
                return v

    def direction(self):
        angle = self.random.uniform(-math.pi, math.pi)
        return (round(math.cos(angle), 9), round(math.sin(angle), 9))

    def choice(self, *values):
        return self.random.choice(values)


class Table:
    """One table: `sample` makes the inputs, `compute` gives the outputs or None for a configuration
    that has none. A name that ends in * is a vector with the fields _x and _y."""

    def __init__(self, name, about, inputs, outputs, sample, compute):
        self.name, self.about = name, about
        self.inputs, self.outputs = inputs.split(), outputs.split()
        self.sample, self.compute = sample, compute

    def fields(self):
        for name in self.inputs + self.outputs:
            yield from (name[:-1] + "_x", name[:-1] + "_y") if name.endswith("*") else (name,)

    def rows(self, seed):
        sampler, rows = Sampler(seed), []
        while len(rows) < ROWS:
            inputs = self.sample(sampler)
            outputs = self.compute(*inputs)
            if outputs is not None and steady(self.compute, inputs, outputs):
                rows.append(list(flatten(inputs)) + list(flatten(outputs)))
        return rows


def flatten(values):
    for value in values:
        if isinstance(value, (tuple, list)):
            yield from flatten(value)
        else:
            yield float(value)


def nudge(values, chance):
    if isinstance(values, (tuple, list)):
        return type(values)(nudge(value, chance) for value in values)
    if isinstance(values, int):
        return values
    return values * (1.0 + chance.choice((-6e-8, 6e-8)))


def steady(compute, inputs, outputs):
    chance = random.Random(1)
    for _ in range(8):
        other = compute(*nudge(inputs, chance))
        if other is None:
            return False
        for a, b in zip(outputs, other):
            a, b = list(flatten([a])), list(flatten([b]))
            if math.dist(a, b) > STEADY * math.hypot(*a):
                return False
    return True


# ---- Forces --------------------------------------------------------------------------------------

def ellipse_1995(time, velocity, neighbour, moves, direction):
    return f.helbing_molnar_pair(neighbour, moves, direction, time=time)


def helbing_molnar(d):
    return (d.choice(2.0, 2.0, 0.5), d.vector(1.5), d.around(0.4, 3.0), d.vector(1.5),
            d.direction())


def johansson(d):
    return (d.choice(1, 2, 2), d.around(0.3, 1.5), d.around(0.4, 5.0), d.vector(1.5))


def karamouzas_1(velocity, radius, neighbour, moves, neighbour_radius):
    pair = f.karamouzas_pair(velocity, neighbour, moves, radius, neighbour_radius)
    if pair is None or pair[1] < 0.05:
        return None
    return pair


def karamouzas_3(velocity, radius, *numbers):
    neighbours = [numbers[k:k + 3] for k in (0, 3, 6)]
    pairs = [f.karamouzas_pair(velocity, n[0], n[1], radius, n[2]) for n in neighbours]
    found = [pair for pair in pairs if pair is not None]
    if len(found) < 2 or any(pair[1] < 0.05 for pair in found):
        return None
    return [f.karamouzas_sum(velocity, radius, neighbours)]


def zanlungo_1(velocity, neighbour, moves):
    found = f.zanlungo(velocity, [(neighbour, moves)])
    if found is None or found[0] < 0.25:
        return None
    return (*found, f.angle_weight(f.scale(velocity, 1 / length(velocity)), neighbour, 0.29))


def zanlungo_2(velocity, first, first_moves, second, second_moves):
    found = f.zanlungo(velocity, [(first, first_moves), (second, second_moves)])
    return found if found is not None and found[0] >= 0.25 else None


def gcf(preferred, velocity, neighbour, moves):
    if max(length(velocity), length(moves)) > preferred:
        return None
    a, own, other, gap, factor, force = f.gcf_pair(
        preferred, velocity, f.scale(velocity, 1 / length(velocity)), neighbour, moves,
        f.scale(moves, 1 / length(moves)))
    if not 0.6 < gap < 1.9 or factor < 0.05:
        return None
    return a, own, other, gap, factor, force


def helbing_both(radius, velocity, neighbour, moves, neighbour_radius):
    push, rub = f.helbing_pair(radius, neighbour, neighbour_radius, velocity, moves)
    force = f.add(push, rub)
    return push, rub, f.scale(force, 1.0 / 80.0)


def helbing_wall(radius, velocity, point):
    push, rub = f.helbing_wall(radius, point, velocity)
    return push, rub, f.scale(f.add(push, rub), 1.0 / 80.0)


def drive(velocity, preferred, time):
    return [f.drive(velocity, preferred, time)]


def size_of(vector):
    return [vector] if length(vector) > 0.0 else None


FORCES = [
    Table("helbing_molnar_pair",
          "Helbing and Molnar 1995, V0 2.1 m^2/s^2, sigma 0.3 m, sight 200 degrees about the "
          "desired direction, weight 0.5 outside it. time: Delta t of the ellipse (s). semi_minor: "
          "b (m). force: without the weight. acceleration: weight * force.",
          "time velocity* neighbour* neighbour_velocity* direction*",
          "semi_minor force* weight acceleration*", helbing_molnar, ellipse_1995),
    Table("helbing_molnar_wall",
          "Helbing and Molnar 1995, U0 10 m^2/s^2, R 0.2 m. point: nearest point of the wall.",
          "point*", "acceleration*", lambda d: [d.around(0.1, 1.0)],
          lambda point: [f.helbing_molnar_wall(point)]),
    Table("force_drive",
          "Driving term of all force models: (preferred velocity - velocity)/time, m/s^2.",
          "velocity* preferred* time", "acceleration*",
          lambda d: (d.vector(1.5), d.vector(1.5), d.choice(0.5, 0.54, 0.4)), drive),
    Table("helbing_pair",
          "Helbing, Farkas and Vicsek 2000, A 2000 N, B 0.08 m, k 1.2e5 kg/s^2, kappa 2.4e5 "
          "kg/(m s), mass 80 kg. push, friction: N. acceleration: their sum by the mass.",
          "radius velocity* neighbour* neighbour_velocity* neighbour_radius",
          "push* friction* acceleration*",
          lambda d: (d.number(0.2, 0.35), d.vector(1.5), d.around(0.3, 1.0), d.vector(1.5),
                     d.number(0.2, 0.35)), helbing_both),
    Table("helbing_wall",
          "The same for a wall at rest; the sign of the friction opposes the motion.",
          "radius velocity* point*", "push* friction* acceleration*",
          lambda d: (d.number(0.2, 0.35), d.vector(1.5), d.around(0.1, 0.6)), helbing_wall),
    Table("johansson_pair",
          "Johansson, Helbing and Shukla 2007, elliptical specification 1 (A 0.11 m/s^2, B 1.19 m, "
          "lambda 0.16) or 2 (0.04, 3.22, 0.06), Delta t 0.5 s. weight: w(phi) about the velocity. "
          "acceleration: weight * G.",
          "specification velocity* neighbour* neighbour_velocity*",
          "semi_minor weight acceleration*", johansson, f.johansson_pair),
    Table("karamouzas_pair",
          "Karamouzas et al. 2009, personal space 1 m, anticipation 3 s, sight 200 degrees about "
          "the desired velocity, K 3 m/s^2, d_min 1, d_mid 8, d_max 10 m. velocity: the desired "
          "velocity, after goal and wall forces. time: s until the neighbour's disc enters the "
          "personal space, 0 if it is inside. distance: D (m).",
          "velocity* radius neighbour* neighbour_velocity* neighbour_radius",
          "time distance acceleration*",
          lambda d: (d.around(0.3, 1.5), d.number(0.2, 0.3), d.around(0.7, 6.0), d.vector(1.5),
                     d.number(0.2, 0.3)), karamouzas_1),
    Table("karamouzas_three",
          "The same with three neighbours: if one is inside the personal space, only such "
          "neighbours count, with weight 1; otherwise weights 1, 0.8 and 0.64 by time.",
          "velocity* radius first* first_velocity* first_radius second* second_velocity* "
          "second_radius third* third_velocity* third_radius", "acceleration*",
          lambda d: (d.around(0.3, 1.5), d.number(0.2, 0.3),
                     *[x for _ in range(3) for x in (d.around(0.8, 5.0), d.vector(1.5),
                                                     d.number(0.2, 0.3))]), karamouzas_3),
    Table("karamouzas_wall",
          "The same, wall: safe distance 2 m, exponent 2. point: nearest point of the wall.",
          "radius point*", "acceleration*",
          lambda d: (d.number(0.2, 0.3), d.around(0.5, 2.1)),
          lambda radius, point: size_of(f.karamouzas_wall(point, radius))),
    Table("zanlungo_pair",
          "Zanlungo, Ikeda and Kanda 2011, A 1.13, B 0.71 m, no radii. time: of the closest "
          "approach (s). present: acceleration with the present distance in the exponent; "
          "predicted: with the predicted one. weight: of the field of view with lambda 0.29; "
          "neither acceleration contains it.",
          "velocity* neighbour* neighbour_velocity*", "time present* predicted* weight",
          lambda d: (d.around(0.3, 1.5), d.around(0.5, 4.0), d.vector(1.5)), zanlungo_1),
    Table("zanlungo_two",
          "The same with two neighbours: the smaller time counts for both.",
          "velocity* first* first_velocity* second* second_velocity*",
          "time present* predicted*",
          lambda d: (d.around(0.3, 1.5), d.around(0.5, 4.0), d.vector(1.5), d.around(0.5, 4.0),
                     d.vector(1.5)), zanlungo_2),
    Table("gcf_pair",
          "Chraibi, Seyfried and Schadschneider 2010, eta 0.3, a_min 0.18 m, tau_a 0.53 s, b_min "
          "0.20, b_max 0.25 m, unit mass; axes along the velocities, preferred speed of both as "
          "given. semi_major: a of the agent (m). own, other: extents q (m). gap: s (m), between "
          "0.6 and 1.9 m, where the regularised force is the plain one. factor: K.",
          "preferred_speed velocity* neighbour* neighbour_velocity*",
          "semi_major own other gap factor acceleration*",
          lambda d: (d.number(1.0, 1.6), d.around(0.2, 1.5), d.around(1.0, 3.0),
                     d.around(0.2, 1.5)), gcf),
    Table("gcf_regularised",
          "What replaces 1/gap in the same model: contact distance l 0.5 m, r_eps 0.1 m, r_c 2 m, "
          "f_max 9.",
          "gap", "inverse", lambda d: [d.number(0.2, 1.98)],
          lambda gap: [f.gcf_regularised(gap)]),
    Table("power_law_pair",
          "Karamouzas, Skinner and Guy 2014, k 1.5 m^2, tau_0 3 s. radius: sum of the radii (m). "
          "time: to collision (s). energy: E (m^2/s^2).",
          "radius velocity* neighbour* neighbour_velocity*", "time energy acceleration*",
          lambda d: (d.number(0.3, 0.6), d.vector(1.5), d.around(0.7, 5.0), d.vector(1.5)),
          f.power_law_pair),
    Table("power_law_wall",
          "The same, straight side of a wall: force along its outward normal. speed: towards the "
          "wall.",
          "radius distance speed", "time acceleration",
          lambda d: (d.number(0.2, 0.3), d.number(0.4, 3.0), d.number(0.1, 1.5)),
          f.power_law_wall),
]


# ---- Speeds, half-planes, steps ------------------------------------------------------------------

def collision_free(direction, radius, preferred, time, strength, first, second, third, wall):
    _, turned, _, speed = s.collision_free(
        direction, [(place, 2 * radius) for place in (first, second, third)], [(wall, radius)],
        time, preferred, strength=strength)
    return turned, speed


def collision_free_v3(direction, radius, heading, dt, first, second):
    weight, target, heading, turned, _, _ = s.collision_free_v3(
        direction, [(first, 2 * radius), (second, 2 * radius)], heading, dt)
    return (weight, target, heading, turned) if weight > 0.0 else None


def anticipation(k, range_, radius, time, dt, preferred, direction, moving, velocity, *others):
    neighbours = [others[n:n + 3] for n in (0, 3)]
    pairs, wanted, turned, _, speed = s.anticipation(
        direction, moving, velocity, neighbours, 2 * radius, k, range_, time, preferred, dt)
    if pairs[0] is None or pairs[0][1] < 1e-3 or length(f.add(wanted, moving)) < 0.2:
        return None
    return pairs[0][0], pairs[0][1], wanted, turned, speed


def anticipation_sample(d):
    k, range_, radius, time, dt = d.choice((8.0, 0.125, 0.203125, 1.0625, 0.015625),
                                           (6.0, 0.015625, 0.1875, 1.0625, 0.046875))
    heading = d.direction()
    return (k, range_, radius, time, dt, d.number(1.0, 1.5), d.direction(), heading,
            d.around(0.2, 1.4), d.around(0.5, 2.0), d.vector(1.4), d.direction(),
            d.around(0.5, 2.0), d.vector(1.4), d.direction())


def crowd_ahead(direction, first, second, third, obstacle):
    return s.density_cap(direction, [first, second, third], [obstacle])


def pedvo(radius, horizon, velocity, preferred, priority, neighbour, moves, wanted, right):
    if length(neighbour) < radius + 0.1:
        return None
    return s.pedvo_pair(radius, horizon, velocity, preferred, priority, neighbour, moves, wanted,
                        right)


def pedvo_sample(d):
    velocity, moves = d.vector(1.4), d.vector(1.4)
    same = d.choice(True, False)
    return (d.number(0.3, 0.6), 2.5, velocity, velocity if same else d.vector(1.4),
            d.choice(0.0, 0.25, 0.5, 1.0), d.around(0.6, 4.0), moves,
            moves if same else d.vector(1.4), d.choice(0.0, 0.25, 1.5))


SPEEDS = [
    Table("collision_free_speed",
          "Tordeux, Chraibi and Seyfried 2016, version 1 of JuPedSim, D 0.1 m; walls bend the "
          "direction only (strength 5, D 0.02 m). radius: of each agent. time: T (s). strength: a. "
          "wall: nearest point. moving: the direction e. speed: V along it.",
          "direction* radius preferred_speed time strength first* second* third* wall*",
          "moving* speed",
          lambda d: (d.direction(), d.number(0.14, 0.25), d.number(1.0, 1.5),
                     d.choice(1.0, 0.75), d.choice(5.0, 8.0), d.around(0.35, 2.0),
                     d.around(0.35, 2.0), d.around(0.35, 2.0), d.around(0.1, 0.5)),
          collision_free),
    Table("collision_free_speed_v3",
          "Version 3 of JuPedSim, rotational steering, strength 8, D 0.1 m. direction: e_ref. "
          "heading: before the step, relative to it (rad). weight: the largest W. turned: heading "
          "after the step. moving: the direction after the step.",
          "direction* radius heading dt first* second*", "weight target turned moving*",
          lambda d: (d.direction(), d.number(0.14, 0.25), d.number(-1.0, 1.0),
                     d.choice(0.015625, 0.046875), d.around(0.35, 2.5), d.around(0.35, 2.5)),
          collision_free_v3),
    Table("anticipation_velocity",
          "Xu, Chraibi and Seyfried 2021, t_a 1 s, tau 0.3 s. k, range: strength and D (m). time: "
          "T (s). direction: e0; moving: e_i. gap, strength: of the first neighbour, which is "
          "perceived. wanted: e_d. turned: e_i after the step. speed: along it.",
          "k range radius time dt preferred_speed direction* moving* velocity* first* "
          "first_velocity* first_moving* second* second_velocity* second_moving*",
          "gap strength wanted* turned* speed", anticipation_sample, anticipation),
    Table("fundamental_diagram",
          "Curtis and Manocha 2012 as in Menge: stride factor 1.57, buffer 0.9, with the factor "
          "0.5. direction: e0. obstacle: distance (m) of one obstacle from the point 1 m ahead. "
          "density: 1/m. space: m. cap: m/s.",
          "direction* first* second* third* obstacle", "density space cap",
          lambda d: (d.direction(), d.around(0.3, 3.0), d.around(0.3, 3.0), d.around(0.3, 3.0),
                     d.number(0.1, 2.0)), crowd_ahead),
    Table("pedvo_pair",
          "Half-plane of PedVO with right of way, discs that do not overlap. radius: sum of the "
          "radii. change: u (m/s). share: of the agent. Allowed velocities lie left of the line "
          "through point with direction line.",
          "radius horizon velocity* preferred* priority neighbour* neighbour_velocity* "
          "neighbour_preferred* neighbour_priority", "change* share point* line*",
          pedvo_sample, pedvo),
    Table("optimal_steps",
          "Seitz and Koester 2012, von Sivers and Koester 2015 as in Vadere. speed: preferred "
          "(m/s). radius: of each agent. distance: between centres, and to a wall. length: of the "
          "step (m). duration: s. agent, wall: potentials with exponent 4. agent_2: with exponent "
          "2. agent_2012, wall_2012: potentials of 2012 at a gap of that distance.",
          "speed radius distance", "length duration agent agent_2 wall agent_2012 wall_2012",
          lambda d: (d.number(0.5, 2.0), d.number(0.15, 0.25), d.number(0.1, 1.8)),
          lambda speed, radius, distance: (
              s.step_length(speed), s.step_length(speed) / speed,
              s.osm_agent(distance, 2 * radius), s.osm_agent(distance, 2 * radius, 2.0),
              s.osm_wall(distance, radius), s.osm_2012_agent(distance),
              s.osm_2012_wall(distance))),
]

TABLES = FORCES + SPEEDS
