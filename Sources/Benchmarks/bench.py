#!/usr/bin/env python3
"""Holds the server against a bare C echo on the same libraries.

Both are loaded by the same generator in many short turns, server, echo, server, echo, on a core of
their own where there are two: what disturbs the machine disturbs both alike, so the ratios count.
Prints one `name value unit` a line; lines that begin with # are for people.
"""

import argparse
import contextlib
import os
import pathlib
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time

from processes import Failure, Running, cores, demand, ended_well, free_port, read_values, redis, running

MANY = 10_000
FEW = 1_000
BUSY = 100
STORM = 50


class Plan:
    """How long and how often."""

    def __init__(self, quick: bool):
        self.starts = 2 if quick else 5
        self.rounds = 3 if quick else 50
        self.crowd_rounds = 2 if quick else 15
        self.turn = ("--warm-up", 0.1, "--seconds", 0.4)
        self.durable_rounds = 2 if quick else 12
        # Longer than what is saved lags behind.
        self.durable_turn = ("--warm-up", 0.7, "--seconds", 1.5)
        self.comeback = FEW if quick else MANY
        # A crowd has pings to answer first, all at once.
        self.crowd_turn = ("--warm-up", 0.5, "--seconds", 0.5)
        self.lone = ("--warm-up", 0.1, "--seconds", 0.5 if quick else 2)
        self.settling = 0.5 if quick else 1
        self.storm_rounds = 1 if quick else 5
        self.storm = ("--pause", 5, "--warm-up", 0.2, "--seconds", 1 if quick else 6)


class Bench:
    """What is measured, with which programs."""

    def __init__(self, options: argparse.Namespace):
        self.load_program = os.path.abspath(options.load)
        self.crowd_program = os.path.abspath(options.crowd)
        self.echo_program = os.path.abspath(options.echo)
        # As it comes: sessions in SQLite.
        self.durable_command = [
            os.path.abspath(options.server), "serve", "--host", "127.0.0.1", "--loops", "1",
            "--web", os.path.abspath(options.web),
            "--connections", str(MANY + FEW), "--connections-per-address", str(MANY + FEW),
            "--message-rate", "100000", "--log-level", "warning",
        ]
        # What is held against the echo, which keeps nothing either.
        self.server_command = [*self.durable_command, "--store", "memory"]
        self.plan = Plan(options.quick)
        # A generator and a server need some descriptors of their own.
        self.many = min(MANY, resource.getrlimit(resource.RLIMIT_NOFILE)[1] - 100)
        self.results: dict[str, float] = {}

    def echo_command(self) -> list[str]:
        """The echo, with answers as long as those of the server on average."""
        return [self.echo_program, "--reply-bytes", str(round(self.results["registration_answer_payload"]))]

    def report(self, name: str, value: float, unit: str):
        self.results[name] = value
        digits = 3 if abs(value) < 10 else 1 if abs(value) < 1000 else 0
        print(f"{name} {value:.{digits}f} {unit}", flush=True)

    def generator(self, server: Running, scenario: str, connections: int, *options: object) -> subprocess.Popen:
        return subprocess.Popen(
            [self.load_program, "--port", str(server.port), "--server-pid", str(server.process.pid),
             "--scenario", scenario, "--connections", str(connections), *map(str, options)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: os.sched_setaffinity(0, {cores()[1]}),
        )

    def load(self, server: Running, scenario: str, connections: int, *options: object) -> dict[str, float]:
        """Runs the generator once, to its end."""
        with ended_well(self.generator(server, scenario, connections, *options)) as generator:
            return read_values(generator)

    def by_turns(self, rounds: int, turn: tuple, loads: list[tuple]) -> list[tuple]:
        """Opens all the loads, then measures each in turn while the others are silent, so many times over."""
        with contextlib.ExitStack() as stack:
            generators = []
            for load in loads:
                generators.append(
                    stack.enter_context(ended_well(self.generator(*load, *turn, "--on-demand")))
                )
                read_values(generators[-1])
            return [tuple(map(demand, generators)) for _ in range(rounds)]

    # Measurements

    def start(self):
        """From the start of the process to the answer to its first handshake."""
        times = []
        for _ in range(self.plan.starts):
            with running(self.durable_command) as server:
                times.append(server.start)
        self.report("start_to_first_accept", statistics.median(times) * 1000, "ms")

    def counter_tap(self):
        with running(self.server_command) as server:
            result = self.load(server, "counter", 1)
            self.report("counter_tap", result["sent_per_round_trip"] + result["received_per_round_trip"], "bytes")
            lone = self.load(server, "registration", 1, *self.plan.lone)
            self.report("registration_lone_latency_p50", lone["latency_p50"], "us")
            self.report("registration_answer_payload", lone["answer_payload"], "bytes")

    def round_trips(self):
        """The server and the echo in turn, everybody talking."""
        print(f"# {FEW} connections, all busy; {self.plan.rounds} rounds, medians")
        with running(self.server_command) as server, running(self.echo_command()) as echo:
            loads = [(server, "registration", FEW), (echo, "echo", FEW)]
            rounds = self.by_turns(self.plan.rounds, self.plan.turn, loads)
        for index, name in enumerate(("registration", "echo")):
            for line, unit in (
                ("round_trips_per_second", "1/s"),
                ("round_trips_per_server_cpu_second", "1/s"),
                ("server_cpu_per_round_trip", "us"),
                ("generator_cpu_per_round_trip", "us"),
                ("latency_p50", "us"),
                ("latency_p99", "us"),
                ("sent_per_round_trip", "bytes"),
                ("received_per_round_trip", "bytes"),
                ("server_busy", "%"),
                ("server_waiting_for_core", "%"),
                ("generator_busy", "%"),
            ):
                self.report(f"{name}_{line}", statistics.median(round[index][line] for round in rounds), unit)
            self.say_who_limits(name)
        self.report_ratio("registration_to_echo", rounds)

    def crowd(self):
        """Many connections of which few are busy, against few of which as many are."""
        rounds = self.plan.crowd_rounds
        print(f"# {self.many} connections and {FEW}, of which {BUSY} are busy; {rounds} rounds, medians")
        for name, command in (("registration", self.server_command), ("echo", self.echo_command())):
            with running(command) as crowded, running(command) as sparse:
                servers = ((crowded, self.many), (sparse, FEW))
                loads = [(server, name, size, "--busy", BUSY) for server, size in servers]
                results = self.by_turns(rounds, self.plan.crowd_turn, loads)
            for index, size in enumerate((self.many, FEW)):
                line = "round_trips_per_server_cpu_second"
                median = statistics.median(result[index][line] for result in results)
                self.report(f"{name}_{BUSY}_busy_of_{size}_{line}", median, "1/s")
            self.report_ratio(f"{name}_{self.many}_to_{FEW}", results)

    def durability(self):
        """The same load on servers that keep sessions in memory, in SQLite and in Redis, by turns."""
        rounds = self.plan.durable_rounds
        print(f"# {FEW} connections, all busy, sessions in memory, SQLite and Redis; {rounds} rounds, medians")
        with redis() as store:
            commands = {
                "memory": self.server_command, "sqlite": self.durable_command,
                "redis": [*self.durable_command, "--store", store],
            }
            with contextlib.ExitStack() as stack:
                servers = [stack.enter_context(running(command)) for command in commands.values()]
                loads = [(server, "registration", FEW) for server in servers]
                results = self.by_turns(rounds, self.plan.durable_turn, loads)
        line = "round_trips_per_server_cpu_second"
        for index, name in enumerate(commands):
            self.report(f"registration_{name}_{line}", statistics.median(turn[index][line] for turn in results), "1/s")
        for index, name in list(enumerate(commands))[1:]:
            self.report_ratio(f"{name}_to_memory", [(turn[index], turn[0]) for turn in results])

    def comeback(self, *options: str):
        """A crowd whose server is restarted."""
        print(f"# {self.plan.comeback} clients resume after a restart from SQLite")
        program = pathlib.Path(__file__).with_name("comeback.py")
        with tempfile.TemporaryDirectory() as directory:
            result = subprocess.run(
                [sys.executable, program, "--server", self.durable_command[0], "--crowd", self.crowd_program,
                 "--directory", directory, "--port", str(free_port()), "--size", str(self.plan.comeback), *options],
                stdout=subprocess.PIPE, text=True, timeout=300)
        if result.returncode != 0:
            raise Failure("the crowd has not come back")
        for line in result.stdout.splitlines():
            name, value, unit = line.split()
            self.report(name, float(value), unit)

    def memory(self):
        """Each size on a fresh server, after one client has been there, so that what a server allocates
        once is not counted as a connection's. The second crowd comes while the first one's sessions are
        still kept: what it needs beyond the first is what a kept session weighs."""
        for size in (FEW, self.many):
            idle = ("--busy", 0, "--vanish", "--seconds", self.plan.settling)
            with running(self.echo_command()) as echo:
                self.load(echo, "echo", 1, "--seconds", 0.1, "--warm-up", 0)
                bare = self.load(echo, "echo", size, *idle)
                self.report(f"echo_memory_of_{size}", bare["memory_per_connection"], "bytes")
            with running(self.server_command) as server:
                self.load(server, "registration", 1, "--seconds", 0.1, "--warm-up", 0)
                first = self.load(server, "registration", size, *idle)
                self.report(f"registration_memory_of_{size}", first["memory_per_connection"], "bytes")
                time.sleep(self.plan.settling)
                second = self.load(server, "registration", size, *idle)
                kept = (second["memory_after"] - first["memory_after"]) * 1024 / size
                self.report(f"registration_memory_of_{size}_kept", kept, "bytes")

    def storm(self):
        """How long one person's keystrokes take while others register, whose passwords need a hash each, on the one
        core that both share."""
        rounds = self.plan.storm_rounds
        print(f"# one client types, alone and while {STORM} registrations are in flight; {rounds} rounds")
        idle, busy, made, seconds = [], [], 0, 0
        with running(self.server_command) as server:
            for _ in range(rounds):
                idle.append(self.load(server, "registration", 1, *self.plan.storm)["latency_p99"])
                with self.registrations(server) as storm:
                    busy.append(self.load(server, "registration", 1, *self.plan.storm)["latency_p99"])
                    count, duration, *_ = storm.communicate("\n")[0].split()
                made, seconds = made + int(count), seconds + float(duration)
                # The hash that is being made is made to its end.
                time.sleep(self.plan.settling)
        self.report("registration_idle_latency_p99", statistics.median(idle), "us")
        self.report("registration_storm_latency_p99", statistics.median(busy), "us")
        self.report("registration_storm_accounts", made / seconds, "1/s")
        ratios = [under / alone for under, alone in zip(busy, idle)]
        self.report("registration_storm_p99_to_idle_p99", statistics.median(ratios), "ratio")

    @contextlib.contextmanager
    def registrations(self, server: Running):
        """The storm, once it is there."""
        program = pathlib.Path(__file__).with_name("storm.py")
        with subprocess.Popen(
            [sys.executable, program, "--port", str(server.port), "--size", str(STORM)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: os.sched_setaffinity(0, {cores()[1]}),
        ) as storm:
            if not storm.stdout.readline():
                raise Failure("nobody can register")
            yield storm

    # Words

    def report_ratio(self, name: str, rounds: list):
        """The median of the rounds' ratios: what disturbs a whole round cancels out."""
        line = "round_trips_per_server_cpu_second"
        ratios = [first[line] / second[line] for first, second in rounds]
        low, median, high = statistics.quantiles(ratios, n=4)
        self.report(f"{name}_ratio", median, "ratio")
        print(f"# {name}: half of the rounds' ratios lie between {low:.3f} and {high:.3f}")

    def say_who_limits(self, name: str):
        wanted = self.results[f"{name}_server_busy"] + self.results[f"{name}_server_waiting_for_core"]
        used = self.results[f"{name}_generator_busy"]
        print(f"# {name}: the server had or wanted its core {wanted:.0f} %, the generator {used:.0f} % of the time")
        if wanted < 90:
            print(f"# {name}: the server had time to spare; a faster generator would have got more a second out of it")

    def targets(self):
        crowd = f"registration_{self.many}_to_{FEW}_ratio"
        rows = (
            ("field change to delta, against the bare echo", "registration_to_echo_ratio", "at least", 0.9),
            (f"{self.many} connections against {FEW}, {BUSY} busy", crowd, "at least", 0.9),
            ("bytes of a counter tap, both ways", "counter_tap", "at most", 72),
            (f"bytes a live idle session, {FEW}", f"registration_memory_of_{FEW}", "at most", 5120),
            (f"bytes a live idle session, {self.many}", f"registration_memory_of_{self.many}", "at most", 5120),
            (f"bytes a kept session, {self.many}", f"registration_memory_of_{self.many}_kept", "at most", 2048),
            ("milliseconds from start to first accept", "start_to_first_accept", "at most", 200),
            ("sessions in SQLite, against memory", "sqlite_to_memory_ratio", "at least", 0.85),
            ("sessions in Redis, against memory", "redis_to_memory_ratio", "at least", 0.85),
            ("seconds until all are back, the socket passed on", "passed_comeback_of_all", "at most", 5),
            ("percent of them in the fullest 100 ms", "passed_comeback_greatest_share_of_100_ms", "at most", 10),
            ("seconds until 999 of 1,000 are back, else", "comeback_of_999_in_1000", "at most", 5),
            ("percent of them in the fullest 100 ms", "comeback_greatest_share_of_100_ms", "at most", 10),
            (f"p99 with {STORM} registrations, against none", "registration_storm_p99_to_idle_p99", "at most", 2),
        )
        print("#")
        print(f"# {'':<48} {'target':>14} {'measured':>10}")
        for words, name, relation, target in rows:
            value = self.results[name]
            met = value >= target if relation == "at least" else value <= target
            print(f"# {words:<48} {relation:>9} {target:>4g} {value:>10.4g}{'' if met else '  missed'}")

    def run(self):
        server, generator = cores()
        print(f"# {platform.machine()}, Linux {platform.release()}, {os.cpu_count()} cores")
        print(f"# the servers run on core {server}, the generator on core {generator}")
        self.start()
        self.counter_tap()
        self.round_trips()
        self.crowd()
        self.durability()
        self.comeback()
        self.comeback("--passed")
        self.memory()
        self.storm()
        self.targets()


def main() -> int:
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True, help="the pantograph command")
    parser.add_argument("--echo", required=True, help="the BareEcho program")
    parser.add_argument("--load", required=True, help="the LoadGenerator program")
    parser.add_argument("--crowd", required=True, help="the ReturningCrowd program")
    parser.add_argument("--web", default=root / "web", help="the folder with the pages (default: %(default)s)")
    parser.add_argument("--quick", action="store_true", help="a smoke test of about 20 s; its figures mean little")
    options = parser.parse_args()

    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        Bench(options).run()
    except (Failure, subprocess.TimeoutExpired) as failure:
        print(f"bench: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
