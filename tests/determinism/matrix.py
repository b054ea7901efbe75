"""The runs of the determinism checks: scenarios, and steering models to run them with."""
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SCENARIOS = HERE.parent.parent / "scenarios"
OF_PAPERS = ["way-portals/16-blocks.yaml"] + [
    f"goal-velocity-obstacles/{name}.yaml"
    for name in ["two-static-25", "dense-one-moving-50", "gate", "pursuit"]
] + [f"corridor-maps/{name}.yaml" for name in ["village", "office", "maze", "promenade"]
] + [f"waypoints/{name}.yaml" for name in ["swept", "occupied", "pushed", "threshold"]
] + [f"miran/{name}.yaml" for name in ["mckenna", "mckenna-road", "forest"]
] + [f"global-planners/{name}.yaml" for name in ["survey", "gaps"]] + ["behaviour/station.yaml"]
UNDER_ALL_MODELS = ["crossing.yaml", "bottleneck.yaml"]
NEEDS = {"corridor_force": ["--plan", "corridor", "--follow", "attraction"]}
JOBS = int(os.environ.get("JOBS", "2"))


def models(tool):
    run = subprocess.run([tool, "list", "steering", "--json"], capture_output=True, text=True,
                         check=True)
    return [entry["name"] for entry in json.loads(run.stdout)]


def all_runs(tool):
    """Names of the runs: a scenario, or a scenario and the steering model it runs with."""
    gallery = sorted(path.name for path in SCENARIOS.glob("*.yaml"))
    others = [f"{name}:{model}" for name in UNDER_ALL_MODELS for model in models(tool)]
    return gallery + OF_PAPERS + others


def summary(tool, name, *options):
    """Runs `name` and returns its summary; options such as --threads are added."""
    scenario, _, model = name.partition(":")
    command = [tool, "run", str(SCENARIOS / scenario), "--json", *options]
    command += (["--steer", model] if model else []) + NEEDS.get(model, [])
    run = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if run.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit status {run.returncode}\n{run.stderr}")
    return json.loads(run.stdout)
