/**
 * Scenarios with large crowds on open ground, like those of `wend bench`: agents with four
 * directions on a grid with random shifts. Written as texts, because 10,000 positions are no file
 * to keep.
 */

/** Random numbers from 0 to 1, the same on every machine (xorshift32). */
export function dice(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
}

/**
 * Returns a scenario with `count` agents at `density` (agents per m2). `radius` holds the smallest
 * and the largest radius in m.
 */
export function crowd(count, density, radius) {
  const random = dice(1), cell = Math.sqrt(1 / density), row = Math.ceil(Math.sqrt(count));
  const free = Math.max(0, cell / 2 - radius[1]), groups = [[], [], [], []];
  for (let i = 0; i < count; i++) {
    const x = cell * (i % row) + free * (2 * random() - 1);
    const y = cell * Math.floor(i / row) + free * (2 * random() - 1);
    groups[i % 4].push([Number(x.toFixed(3)), Number(y.toFixed(3))]);
  }
  const directions = [[1, 0], [0, 1], [-1, 0], [0, -1]];
  return JSON.stringify({
    name: `crowd of ${count}`,
    time: { dt: 0.1, end: 1000 },
    profiles: {
      walker: {
        radius: radius[0] === radius[1] ? radius[0] : { uniform: radius },
        speed: 1.3,
        max_speed: 2,
        plan: "straight",
        follow: "waypoint",
        steer: { name: "orca", neighbour_distance: 5, horizon: 2 },
      },
    },
    agents: groups.map((positions, i) => ({ at: positions, profile: "walker",
      goal: { direction: directions[i] } })),
  });
}
