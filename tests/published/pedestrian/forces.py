"""Force models: equations of the publications named at each part, in double precision. The agent is
at the origin; `neighbour` is the position of the other agent relative to it. Results are
accelerations in m/s^2, or forces in N where a mass is named. Written from the equations alone;
nothing here knows the C models."""

import math

from .vectors import (add, dot, left, length, scale, sub, time_to_collision, total, unit)


# ---- Helbing and Molnar 1995 ---------------------------------------------------------------------

def ellipse(offset, reach):
    """The semi-minor axis b of the ellipse with foci at 0 and `reach`, and the gradient of b with
    respect to `offset`."""
    near, far = length(offset), length(sub(offset, reach))
    b = 0.5 * math.sqrt((near + far) ** 2 - dot(reach, reach))
    normal = scale(add(unit(offset), unit(sub(offset, reach))), 0.5)
    return b, scale(normal, (near + far) / (2.0 * b))


def helbing_molnar_pair(neighbour, neighbour_velocity, direction, strength=2.1, range_=0.3,
                        time=2.0, sight=200.0, behind=0.5):
    """b, the force without weight, the weight of the field of view, and the weighted force."""
    offset = scale(neighbour, -1.0)
    b, gradient = ellipse(offset, scale(neighbour_velocity, time))
    force = scale(gradient, strength / range_ * math.exp(-b / range_))
    sees = dot(direction, scale(force, -1.0)) >= length(force) * math.cos(
        math.radians(sight / 2.0))
    weight = 1.0 if sees else behind
    return b, force, weight, scale(force, weight)


def helbing_molnar_wall(point, strength=10.0, range_=0.2):
    distance = length(point)
    return scale(unit(scale(point, -1.0)), strength / range_ * math.exp(-distance / range_))


def drive(velocity, preferred, time):
    return scale(sub(preferred, velocity), 1.0 / time)


# ---- Helbing, Farkas and Vicsek 2000 -------------------------------------------------------------

def helbing_pair(radius, neighbour, neighbour_radius, velocity, neighbour_velocity, A=2000.0,
                 B=0.08, k=1.2e5, kappa=2.4e5):
    """Normal force and friction in N."""
    offset = scale(neighbour, -1.0)
    normal, overlap = unit(offset), radius + neighbour_radius - length(offset)
    depth, tangent = max(overlap, 0.0), left(unit(offset))
    push = scale(normal, A * math.exp(overlap / B) + k * depth)
    slip = dot(sub(neighbour_velocity, velocity), tangent)
    return push, scale(tangent, kappa * depth * slip)


def helbing_wall(radius, point, velocity, A=2000.0, B=0.08, k=1.2e5, kappa=2.4e5):
    """Normal force and friction of a wall at rest, in N."""
    return helbing_pair(radius, point, 0.0, velocity, (0.0, 0.0), A, B, k, kappa)


# ---- Johansson, Helbing and Shukla 2007 ----------------------------------------------------------

JOHANSSON = {1: (0.11, 1.19, 0.16), 2: (0.04, 3.22, 0.06)}


def angle_weight(direction, neighbour, least):
    """1 for a neighbour straight ahead, `least` for one straight behind."""
    ahead = dot(direction, unit(neighbour))
    return least + (1.0 - least) * (1.0 + ahead) / 2.0


def johansson_pair(specification, velocity, neighbour, neighbour_velocity, time=0.5):
    """b, the weight and the weighted acceleration."""
    strength, range_, least = JOHANSSON[specification]
    moves = neighbour_velocity if specification == 1 else sub(neighbour_velocity, velocity)
    b, gradient = ellipse(scale(neighbour, -1.0), scale(moves, time))
    weight = angle_weight(unit(velocity), neighbour, least)
    return b, weight, scale(gradient, weight * strength * math.exp(-b / range_))


# ---- Karamouzas, Heil, van Beek and Overmars 2009 ------------------------------------------------

def karamouzas_magnitude(distance, K=3.0, near=1.0, middle=8.0, far=10.0):
    if distance < near:
        return K * near / distance
    if distance < middle:
        return K
    return K * (far - distance) / (far - middle) if distance < far else 0.0


def karamouzas_time(velocity, neighbour, neighbour_velocity, neighbour_radius, space=1.0,
                    anticipation=3.0, sight=200.0):
    """Time until the neighbour enters the personal space: 0 if it is inside, None if it does not
    count. The field of view is about `velocity`."""
    offset, radius = scale(neighbour, -1.0), space + neighbour_radius
    if length(offset) < radius:
        return 0.0
    if dot(unit(velocity), unit(neighbour)) < math.cos(math.radians(sight / 2.0)):
        return None
    time = time_to_collision(offset, sub(velocity, neighbour_velocity), radius)
    return time if time is not None and time < anticipation else None


def karamouzas_pair(velocity, neighbour, neighbour_velocity, radius, neighbour_radius):
    """(time, D, force) of one neighbour; None if it does not count."""
    time = karamouzas_time(velocity, neighbour, neighbour_velocity, neighbour_radius)
    if time is None:
        return None
    apart = sub(scale(velocity, time), add(neighbour, scale(neighbour_velocity, time)))
    distance = length(velocity) * time + max(0.0, length(apart) - radius - neighbour_radius)
    return time, distance, scale(unit(apart), karamouzas_magnitude(distance))


def karamouzas_sum(velocity, radius, neighbours, most=5, decay=0.8):
    """Evasive force of several neighbours (position, velocity, radius)."""
    found = [karamouzas_pair(velocity, n[0], n[1], radius, n[2]) for n in neighbours]
    found = sorted(pair for pair in found if pair is not None)
    now = [pair for pair in found if pair[0] == 0.0]
    if now:
        return total(pair[2] for pair in now[:most])
    return total(scale(pair[2], decay ** rank) for rank, pair in enumerate(found[:most]))


def karamouzas_wall(point, radius, safe=2.0, exponent=2.0):
    distance = length(point)
    if distance - radius >= safe:
        return (0.0, 0.0)
    return scale(unit(scale(point, -1.0)),
                 (safe + radius - distance) / (distance - radius) ** exponent)


# ---- Zanlungo, Ikeda and Kanda 2011 --------------------------------------------------------------

def zanlungo_time(velocity, neighbour, neighbour_velocity):
    """Time of closest approach; None if the neighbour does not count."""
    offset, relative = scale(neighbour, -1.0), sub(velocity, neighbour_velocity)
    if dot(offset, relative) >= 0.0:
        return None
    if dot(unit(relative), unit(neighbour)) <= math.cos(math.pi / 4.0):
        return None
    return -dot(offset, relative) / dot(relative, relative)


def zanlungo(velocity, neighbours, A=1.13, B=0.71):
    """The common time and the sums of the forces with the present and with the predicted distance
    in the exponent, without a weight of the field of view; None if there is no force."""
    times = [zanlungo_time(velocity, n[0], n[1]) for n in neighbours]
    times = [time for time in times if time is not None]
    if not times:
        return None
    time = min(times)
    present, predicted = [], []
    for place, moves in neighbours:
        later = add(scale(place, -1.0), scale(sub(velocity, moves), time))
        push = scale(unit(later), A * length(velocity) / time)
        present.append(scale(push, math.exp(-length(place) / B)))
        predicted.append(scale(push, math.exp(-length(later) / B)))
    return time, total(present), total(predicted)


def zanlungo_menge(velocity, neighbour, neighbour_velocity, A=2000.0, B=0.08, radius=0.5):
    """The variant of Menge, for check 5c only, in N."""
    offset, relative = scale(neighbour, -1.0), sub(velocity, neighbour_velocity)
    time = time_to_collision(offset, relative, radius)
    later = add(offset, scale(relative, time))
    size = A * length(relative) / time * math.exp(-(length(later) - radius) / B)
    return time, scale(unit(later), size)


# ---- Chraibi, Seyfried and Schadschneider 2010 ---------------------------------------------------

def gcf_extent(axis, speed, preferred_speed, line, a_min=0.18, a_time=0.53, b_min=0.20,
               b_max=0.25):
    """Semi-axes of the ellipse, and its extent along `line`."""
    a = a_min + a_time * speed
    b = b_max - (b_max - b_min) * speed / preferred_speed
    along, across = dot(axis, line), dot(left(axis), line)
    return a, b, a * b / math.sqrt((b * along) ** 2 + (a * across) ** 2)


def gcf_pair(preferred_speed, velocity, axis, neighbour, neighbour_velocity, neighbour_axis,
             eta=0.3):
    """Extents of both ellipses on the line of centres, gap, view factor and the force without
    regularisation, unit mass. The preferred speed of the neighbour is that of the agent."""
    towards = unit(neighbour)
    a, _, own = gcf_extent(axis, length(velocity), preferred_speed, towards)
    _, _, other = gcf_extent(neighbour_axis, length(neighbour_velocity), preferred_speed, towards)
    gap = length(neighbour) - own - other
    closing = max(0.0, dot(sub(velocity, neighbour_velocity), towards))
    factor = max(0.0, dot(velocity, towards)) / length(velocity)
    size = factor * (eta * preferred_speed + closing) ** 2 / gap
    return a, own, other, gap, factor, scale(towards, -size)


def gcf_regularised(gap, contact=0.5, blend=0.1, cut_off=2.0, most=9.0):
    """1/gap between contact + blend and cut_off - blend; Hermite splines to a constant and to 0."""
    def hermite(x0, x1, y0, y1, slope0, slope1):
        t, h = (gap - x0) / (x1 - x0), x1 - x0
        return ((2 * t ** 3 - 3 * t ** 2 + 1) * y0 + (t ** 3 - 2 * t ** 2 + t) * h * slope0
                + (3 * t ** 2 - 2 * t ** 3) * y1 + (t ** 3 - t ** 2) * h * slope1)

    inner, outer = contact + blend, cut_off - blend
    if gap >= cut_off:
        return 0.0
    if gap > outer:
        return hermite(outer, cut_off, 1.0 / outer, 0.0, -1.0 / outer ** 2, 0.0)
    if gap >= inner:
        return 1.0 / gap
    if gap > contact - blend:
        return hermite(contact - blend, inner, most / inner, 1.0 / inner, 0.0, -1.0 / inner ** 2)
    return most / inner


# ---- Karamouzas, Skinner and Guy 2014 ------------------------------------------------------------

def power_law_pair(radius, velocity, neighbour, neighbour_velocity, k=1.5, time_0=3.0):
    """(tau, energy, force); None if there is no collision."""
    offset, relative = scale(neighbour, -1.0), sub(velocity, neighbour_velocity)
    time = time_to_collision(offset, relative, radius)
    if time is None:
        return None
    a, along = dot(relative, relative), dot(offset, relative)
    root = math.sqrt(along * along - a * (dot(offset, offset) - radius * radius))
    energy = k / time ** 2 * math.exp(-time / time_0)
    lead = energy / a * (2.0 / time + 1.0 / time_0)
    turn = scale(sub(scale(offset, a), scale(relative, along)), 1.0 / root)
    return time, energy, scale(sub(relative, turn), -lead)


def power_law_wall(radius, distance, speed, k=1.5, time_0=3.0):
    """tau and the size of the force along the outward normal, for an agent that approaches the
    straight side of a wall with `speed` towards it."""
    time = (distance - radius) / speed
    return time, k * math.exp(-time / time_0) / time ** 2 * (2.0 / time + 1.0 / time_0) / speed


# ---- Moussaid et al. 2009 and 2010 ---------------------------------------------------------------

def moussaid_pair(velocity, neighbour, neighbour_velocity, A=4.5, weight=2.0, gamma=0.35,
                  turn=2.0, brake=3.0):
    towards = unit(neighbour)
    relative = add(scale(sub(velocity, neighbour_velocity), weight), towards)
    B, line = gamma * length(relative), unit(relative)
    angle = math.atan2(line[0] * towards[1] - line[1] * towards[0], dot(line, towards))
    size = A * math.exp(-length(neighbour) / B)
    slow = scale(line, math.exp(-(brake * B * angle) ** 2))
    aside = scale(left(line), math.copysign(math.exp(-(turn * B * angle) ** 2), angle))
    return relative, B, angle, scale(add(slow, aside), -size)


def group_terms(members, direction):
    """For each member: head turn (rad), distance to the centroid, unit vector of the cohesion."""
    count = len(members)
    centre = scale(total(members), 1.0 / count)
    result = []
    for member in members:
        others = scale(sub(total(members), member), 1.0 / (count - 1))
        ahead = dot(direction, unit(sub(others, member)))
        turn = max(0.0, math.acos(max(-1.0, min(1.0, ahead))) - math.pi / 2.0)
        offset = sub(centre, member)
        result.append((turn, length(offset), unit(offset)))
    return result
