"""Vectors in the plane, as pairs of numbers in double precision."""

import math


def add(a, b):
    return (a[0] + b[0], a[1] + b[1])


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1])


def scale(a, factor):
    return (a[0] * factor, a[1] * factor)


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1]


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def left(a):
    return (-a[1], a[0])


def length(a):
    return math.hypot(a[0], a[1])


def unit(a):
    return scale(a, 1.0 / length(a))


def total(vectors):
    result = (0.0, 0.0)
    for vector in vectors:
        result = add(result, vector)
    return result


def time_to_collision(offset, relative_velocity, radius):
    """Time until two discs touch; None if they do not meet. `offset` leads from the neighbour to
    the agent, `radius` is the sum of the radii."""
    a = dot(relative_velocity, relative_velocity)
    b = -dot(offset, relative_velocity)
    root = b * b - a * (dot(offset, offset) - radius * radius)
    if a <= 0.0 or root <= 0.0:
        return None
    time = (b - math.sqrt(root)) / a
    return time if time > 0.0 else None
