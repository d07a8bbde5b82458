"""Self-play on a Ray cluster of two nodes on this machine, one of which is killed on the way.

Prints a line of JSON: how many games, after how many the node was killed, how many chunks began again, and how many
games a second there were.
"""

import itertools
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

import komadai.ray as work

GAMES, PER_CHUNK = 240, 12
LIMITS = {"nodes": 200, "random_plies": 8, "max_plies": 80, "seed": 7}


def play(chunk):
    """Plays a chunk as ``self_play`` does, and notes where it began."""
    with open(chunk["log"], "a") as log:
        log.write(f"{chunk['from']} {ray.get_runtime_context().get_node_id()} {os.getpid()}\n")
    return work._play(chunk)


def workers(node: str, log: Path, folder: Path) -> set[int]:
    """The processes of a node that are in the midst of a chunk."""
    starts = [line.split() for line in log.read_text().splitlines()]
    begun = [(int(first) // PER_CHUNK, int(pid)) for first, where, pid in starts if where == node]
    return {pid for chunk, pid in begun if not (folder / f"{chunk:06}.json").exists()}


def wait_for_death(node: str) -> None:
    """Waits until the cluster has noticed."""
    for _ in range(120):
        if any(told["NodeID"] == node and not told["Alive"] for told in ray.nodes()):
            return
        time.sleep(1)
    raise AssertionError("the cluster has not noticed that a node is gone")


def main() -> int:
    folder = Path(tempfile.mkdtemp(prefix="komadai-ray-"))
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    second = cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False)
    cluster.wait_for_nodes()
    log, killed_after = folder / "log", None
    begun = time.monotonic()

    def watch(progress: work.Progress) -> None:
        nonlocal killed_after
        if killed_after is not None or progress.done * 3 < progress.total:
            return
        busy = workers(second.node_id, log, folder / "ray")
        if busy:
            # At once, without a word to anybody. Its processes would live long enough to answer.
            for pid in busy:
                os.kill(pid, signal.SIGKILL)
            cluster.remove_node(second, allow_graceful=False)
            killed_after = progress.done

    chunks = [
        {"variant": {"id": "minishogi"}, "from": first, "to": first + PER_CHUNK, "log": str(log), **LIMITS}
        for first in range(0, GAMES, PER_CHUNK)
    ]
    answers = work.run(play, chunks, folder / "ray", pool="ray", on_progress=watch)
    games = list(itertools.chain.from_iterable(answers))
    seconds = time.monotonic() - begun
    assert killed_after is not None, "the second node never had anything to do"
    wait_for_death(second.node_id)
    # Nothing is lost, nothing counts twice, and everything is as processes without Ray play it.
    assert [game["number"] for game in games] == list(range(GAMES))
    assert len(list((folder / "ray").glob("[0-9]*.json"))) == len(chunks)
    alone = work.self_play("minishogi", GAMES, folder / "alone", per_chunk=PER_CHUNK, pool="local", **LIMITS)
    assert games == list(alone), "a game went another way"
    starts = log.read_text().splitlines()
    assert len(starts) > len(chunks), "nothing was lost with the node"
    ray.shutdown()
    cluster.shutdown()
    shutil.rmtree(folder)
    told = {
        "games": GAMES,
        "killed_after": killed_after * PER_CHUNK,
        "began_again": len(starts) - len(chunks),
        "per_second": GAMES / seconds,
    }
    print(json.dumps(told))
    return 0


if __name__ == "__main__":
    sys.exit(main())
