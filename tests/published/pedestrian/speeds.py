"""Speed, velocity-obstacle, step and cell models: equations of the publications named at each part,
in double precision. The agent is at the origin; `neighbour` is the position of the other agent
relative to it. Written from the equations alone; nothing here knows the C models."""

import math

from .vectors import (add, cross, dot, left, length, scale, sub, total, unit)


# ---- Tordeux, Chraibi and Seyfried 2016 ----------------------------------------------------------

def spacing(direction, neighbours):
    """Free distance along the direction: neighbours are (position, sum of radii)."""
    free = math.inf
    for place, radius in neighbours:
        if dot(direction, place) >= 0.0 and abs(dot(left(direction), place)) <= radius:
            free = min(free, length(place) - radius)
    return free


def speed_of(free, time, preferred_speed):
    return min(preferred_speed, max(0.0, free / time))


def repulsion(items, strength, range_):
    """Sum of the direction terms of neighbours or wall points (position, contact distance)."""
    return total(scale(unit(scale(place, -1.0)),
                       strength * math.exp((radius - length(place)) / range_))
                 for place, radius in items)


def collision_free(direction, neighbours, walls, time, preferred_speed, strength=8.0, range_=0.1,
                   wall_strength=5.0, wall_range=0.02):
    """The direction sum without e0, the direction, the spacing and the speed."""
    bend = add(repulsion(neighbours, strength, range_),
               repulsion(walls, wall_strength, wall_range))
    turned = unit(add(direction, bend))
    free = spacing(turned, neighbours)
    return bend, turned, free, speed_of(free, time, preferred_speed)


def collision_free_v3(direction, neighbours, heading, dt, strength=8.0, range_=0.1):
    """Rotational steering: weight, target angle, new heading, direction, and the spacing along the
    direction and along e0."""
    best, side = 0.0, 0.0
    for place, _ in neighbours:
        ahead, lateral = dot(direction, place), cross(direction, place)
        weight = math.exp(-ahead / (20.0 * range_) - abs(lateral) / (8.0 * range_))
        if ahead > 0.0 and weight > best:
            best, side = weight, lateral
    most = min(max(strength, 0.0), 1.57)
    target = most * math.tanh(-best * side / (abs(side) + 0.05))
    heading += min(max(dt / 0.3, 0.0), 1.0) * (target - heading)
    turned = rotate(direction, heading)
    return (best, target, heading, turned, spacing(turned, neighbours),
            spacing(direction, neighbours))


def rotate(vector, angle):
    c, s = math.cos(angle), math.sin(angle)
    return (c * vector[0] - s * vector[1], s * vector[0] + c * vector[1])


# ---- Xu, Chraibi and Seyfried 2021 ---------------------------------------------------------------

def anticipation_pair(direction, moving, velocity, neighbour, neighbour_velocity,
                      neighbour_direction, radius, k, range_, ahead=1.0):
    """Predicted gap, strength and influence direction; None if the neighbour is not perceived."""
    towards = unit(neighbour)
    if dot(towards, direction) < 0.0 and dot(towards, moving) < 0.0:
        return None
    closing = dot(sub(velocity, neighbour_velocity), towards)
    gap = max(0.0, length(neighbour) - radius - closing * ahead)
    weight = k * (1.0 + (1.0 - dot(direction, neighbour_direction)) / 2.0)
    side = dot(left(direction), add(neighbour, scale(neighbour_velocity, ahead)))
    away = scale(left(direction), -math.copysign(1.0, side))
    return gap, weight * math.exp(-gap / range_), away


def anticipation(direction, moving, velocity, neighbours, radius, k, range_, time, preferred_speed,
                 dt, relax=0.3):
    """Pairs, wanted direction, new moving direction, spacing and speed. Neighbours are (position,
    velocity, moving direction)."""
    pairs = [anticipation_pair(direction, moving, velocity, *n, radius, k, range_)
             for n in neighbours]
    pull = total(scale(pair[2], pair[1]) for pair in pairs if pair is not None)
    wanted = unit(add(direction, pull))
    turned = unit(add(moving, scale(sub(wanted, moving), dt / relax)))
    free = spacing(turned, [(n[0], radius) for n in neighbours])
    return pairs, wanted, turned, free, speed_of(free, time, preferred_speed)


# ---- Curtis and Manocha 2012: the rule of Menge --------------------------------------------------

def stride_factor(stride=1.57, buffer=0.9):
    return 0.5 * (1.0 + buffer) / stride


def density_cap(direction, neighbours, obstacle_distances, stride=1.57, buffer=0.9):
    """Density per metre, space (m) and speed cap. Obstacle distances are from the point 1 m ahead.
    """
    centre, norm = direction, 1.0 / (1.5 * math.sqrt(2.0 * math.pi))
    density = 0.0
    for place in neighbours:
        offset = sub(place, centre)
        p, q = dot(direction, offset), cross(direction, offset)
        density += norm * math.exp(-(p * p + (2.5 * q) ** 2) / (2.0 * 1.5 ** 2))
    for distance in obstacle_distances:
        density += norm * math.exp(-distance ** 2 / (2.0 * 0.75 ** 2))
    space = 0.48 / density if density >= 0.001 else 100.0
    return density, space, (space / stride_factor(stride, buffer)) ** 2


def stride_speed(space, stride=1.57, buffer=0.9):
    """The inverted biomechanical formula, without the factor 0.5."""
    return (stride * space / (1.0 + buffer)) ** 2


def velocity_obstacle_exit(neighbour, relative, radius, horizon):
    """The smallest change of the relative velocity that leaves the truncated cone of velocities
    that lead to a collision within the horizon (or, from inside, the shortest way to its boundary),
    and the outward normal there. Only for discs that do not overlap."""
    centre, disc = scale(neighbour, 1.0 / horizon), radius / horizon
    from_centre = sub(relative, centre)
    along = dot(from_centre, neighbour)
    # The disc's arc faces the origin between the two points where the legs touch the disc.
    if along < 0.0 and along ** 2 > radius ** 2 * dot(from_centre, from_centre):
        normal = unit(from_centre)
        return scale(normal, disc - length(from_centre)), normal
    sine = radius / length(neighbour)
    angle = math.atan2(neighbour[1], neighbour[0])
    turn = math.asin(sine) if cross(neighbour, from_centre) > 0.0 else -math.asin(sine)
    leg = (math.cos(angle + turn), math.sin(angle + turn))
    normal = left(leg) if turn > 0.0 else scale(left(leg), -1.0)
    return sub(scale(leg, dot(relative, leg)), relative), normal


def blend(velocity, preferred, share, most=0.1):
    step = scale(sub(preferred, velocity), share)
    size = length(step)
    return add(velocity, scale(step, most / size) if size > most else step)


def pedvo_pair(radius, horizon, velocity, preferred, priority, neighbour, neighbour_velocity,
               neighbour_preferred, neighbour_priority):
    """u, the agent's share, the point of the half-plane's line, and the line's direction; allowed
    velocities lie left of it."""
    right = min(1.0, abs(priority - neighbour_priority))
    own, other = velocity, neighbour_velocity
    share = 0.5
    if priority < neighbour_priority:
        share += 0.5 * right
        other = blend(neighbour_velocity, neighbour_preferred, right)
    elif priority > neighbour_priority:
        share -= 0.5 * right
        own = blend(velocity, preferred, right)
    change, normal = velocity_obstacle_exit(neighbour, sub(own, other), radius, horizon)
    if dot(change, neighbour) > 0.0:
        share = 0.5
    point = add(own, scale(change, share))
    return change, share, point, (normal[1], -normal[0])


# ---- Seitz and Koester 2012; von Sivers and Koester 2015 -----------------------------------------

def step_length(speed):
    return 0.4625 + 0.2345 * speed


def shell(distance, width, factor, power=2.0):
    if distance >= width:
        return 0.0
    return math.exp(factor / ((distance / width) ** power - 1.0))


def osm_agent(distance, radius, power=4.0):
    """Soft shell potential of an agent; `radius` is the sum of radii."""
    return (50.0 * shell(distance, 1.20 + radius, 4.0)
            + 50.0 / 1.2 * shell(distance, 0.45 + radius, 4.0)
            + 1000.0 * shell(distance, radius, 1.0, power))


def osm_wall(distance, radius):
    return 6.0 * shell(distance, 0.8, 2.0) + 1e5 * shell(distance, radius, 1.0)


def osm_2012_agent(gap):
    if gap <= 0.0:
        return 1000.0
    return 0.4 * math.exp(-3.5 * gap ** 0.6) if gap < 1.0 else 0.0


def osm_2012_wall(gap):
    if gap <= 0.0:
        return 10000.0
    return 0.2 * math.exp(-3.5 * gap ** 0.2) if gap < 6.0 else 0.0


# ---- Burstedde 2001, Kirchner and Schadschneider 2002 --------------------------------------------

def cell_choice(distances, free, traces, k_s, k_d):
    """Chances of the cells; the first one is the agent's own."""
    weights = [math.exp(k_d * d - k_s * s) if f else 0.0
               for s, f, d in zip(distances, free, traces)]
    return [weight / sum(weights) for weight in weights]


def boson(delta, alpha, neighbours):
    return (1 - delta) * (1 - alpha), (1 - delta) * alpha / neighbours, delta


# ---- Karamouzas and Overmars 2010 ----------------------------------------------------------------

def slot_following(centre, velocity, members, slots):
    speed = length(velocity)
    time = 0.5 * (max(length(sub(m, centre)) for m in members)
                  + max(length(sub(s, centre)) for s in slots)) / max(0.1, speed)
    result = []
    for member, slot in zip(members, slots):
        offset = sub(add(slot, scale(velocity, time)), member)
        far = length(offset)
        result.append(scale(unit(offset), speed + (far - speed * time) / time))
    return time, result


def velocity_cost(turn, speed, preferred_speed, current_speed, most_speed, collision, most_time=8.0,
                  alpha=5.0, beta=0.5, gamma=1.0, delta=1.0, halved=False):
    away = length(sub(scale((math.cos(turn), math.sin(turn)), speed), (preferred_speed, 0.0)))
    turning = 1.0 - math.cos(turn) / 2.0 if halved else (1.0 - math.cos(turn)) / 2.0
    return (alpha * turning + beta * abs(speed - current_speed) / most_speed
            + gamma * away / (2.0 * most_speed)
            + delta * (most_time - min(collision, most_time)) / most_time)


# ---- Weidmann 1993 -------------------------------------------------------------------------------

def weidmann(density):
    return 1.34 * (1.0 - math.exp(-1.913 * (1.0 / density - 1.0 / 5.4)))
