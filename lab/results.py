"""Runs and their lists in SQLite, one row each; the events of a run are packed beside it.

A row of `runs` says what was run, on which machine, under which load, by which build, and what came out. Figures and
tables are made from these rows and from the events, so each cell can be traced: `lab/lab trace RUN`.
"""
import json
import os
import sqlite3

import pandas

from lab import events

SCHEMA = """
create table if not exists runs (
  id integer primary key autoincrement, subject text, digest text, plan text, algorithm text, options text, repeat integer, seed integer,
  jobs integer, limit_seconds real, limit_tests integer, cached integer, command text,
  started text, machine text, cores integer, load_before real, load_after real, disturbed integer,
  version text, revision text,
  ending text, tokens_before integer, tokens_after integer, bytes_after integer,
  asked integer, tested integer, remembered integer, begun integer, seconds real, test_seconds real, own_seconds real,
  list_count integer, error text,
  unique (subject, digest, plan, algorithm, repeat, seed, jobs, cached));
create table if not exists lists (
  run integer references runs (id), number integer, stage text, elements integer, weight integer,
  kept integer, kept_weight integer, changed integer, asked integer, tested integer, interesting integer,
  primary key (run, number));
"""

KEY = ("subject", "digest", "plan", "algorithm", "repeat", "seed", "jobs", "cached")


class Results:
    def __init__(self, folder):
        self.folder = folder
        os.makedirs(os.path.join(folder, "events"), exist_ok=True)
        self.connection = sqlite3.connect(os.path.join(folder, "results.sqlite"), timeout=60)
        self.connection.executescript(SCHEMA)

    def find(self, key):
        """The id of the run with this key, if it is there and a run with this limit would end in the same way."""
        where = " and ".join(f"{name} is ?" for name in KEY)
        row = self.connection.execute(
            f"select id from runs where error is null and (ending = 'finished' or limit_seconds >= ? and "
            f"(limit_tests is null or limit_tests >= ?)) and {where}",
            [key["limit_seconds"], key["limit_tests"] or 1 << 62, *(key[name] for name in KEY)],
        ).fetchone()
        return row[0] if row else None

    def add(self, row, all_events):
        """Takes in a run with its events, in place of an earlier one with the same key; gives its id."""
        names = list(row)
        with self.connection:
            where = " and ".join(f"{name} is ?" for name in KEY)
            for (old,) in self.connection.execute(
                f"select id from runs where {where}", [row[name] for name in KEY]
            ).fetchall():
                self.connection.execute("delete from runs where id = ?", [old])
                self.connection.execute("delete from lists where run = ?", [old])
                if os.path.exists(self.events_path(old)):
                    os.remove(self.events_path(old))
            run = self.connection.execute(
                f"insert into runs ({', '.join(names)}) values ({', '.join('?' * len(names))})",
                [row[name] for name in names],
            ).lastrowid
            for start, end, asked in events.by_list(all_events):
                self.connection.execute(
                    "insert into lists values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    [
                        run,
                        start["list"],
                        start["stage"],
                        start["elements"],
                        start["weight"],
                        end and end["elements"],
                        end and end["weight"],
                        end and end["changed"],
                        len(asked),
                        sum(map(events.is_test, asked)),
                        sum(query["interesting"] for query in asked),
                    ],
                )
        path = self.events_path(run)
        with open(path[:-3], "w") as file:
            for event in all_events:
                file.write(json.dumps(event, separators=(",", ":")) + "\n")
        events.pack(path[:-3], path)
        os.remove(path[:-3])
        return run

    def events_path(self, run):
        return os.path.join(self.folder, "events", f"{run}.jsonl.gz")

    def events(self, run):
        return events.read(self.events_path(run))

    def runs(self, where="error is null", parameters=()):
        """The rows as a table, by id."""
        table = pandas.read_sql_query(
            f"select * from runs where {where} order by id", self.connection, params=parameters
        )
        # On one slot, time without a quiet machine: the remembered times of the tests in the order of the run, and the processor time
        # of whittle itself. On several slots, tests overlap, so that only the clock can tell.
        work = table.test_seconds.astype(float) + table.own_seconds.astype(float).fillna(0)
        table["work_seconds"] = work.where(table.jobs == 1, table.seconds)
        table["speed"] = (table.tokens_before - table.tokens_after) / table.work_seconds.clip(lower=1e-3)
        return table.set_index("id", drop=False)

    def lists(self, run):
        return pandas.read_sql_query(
            "select * from lists where run = ? order by number", self.connection, params=[int(run)]
        )
