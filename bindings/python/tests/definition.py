"""Random problems, and their solutions by the definition: every subset of the options is checked.
"""

from itertools import combinations

import dlx


class Random:
    """A problem of a random kind, both as Python data and as a dlx.Problem."""

    def __init__(self, rng, *, bounds=True, most_options=7):
        self.primary = [("p", i) for i in range(rng.randint(0, 4))]
        self.secondary = [f"s{i}" for i in range(rng.choice([0, 0, 1, 2, 3]))]
        colours = rng.sample([None, "red", 7, (1, 2)], rng.randint(1, 4))
        self.bounds = {}
        if bounds and rng.random() < 0.3:
            for item in self.primary:
                if rng.random() < 0.6:
                    most = rng.randint(1, 3)
                    self.bounds[item] = (rng.randint(0, most), most)
        self.options = []
        if self.primary:
            for _ in range(rng.randint(0, most_options)):
                option = rng.sample(self.primary, rng.randint(1, min(3, len(self.primary))))
                for item in self.secondary:
                    if rng.random() < 0.4:
                        colour = rng.choice(colours)
                        option.append(item if colour is None else (item, colour))
                rng.shuffle(option)
                self.options.append(tuple(option))
        self.costs = None
        if rng.random() < 0.5:
            self.costs = [rng.randint(-3, 9) for _ in self.options]
        self.problem = dlx.Problem(
            self.options,
            primary=self.primary,
            secondary=self.secondary,
            bounds=self.bounds,
            costs=self.costs,
        )

    def solutions(self):
        everything = range(len(self.options))
        return [
            chosen
            for size in range(len(self.options) + 1)
            for chosen in combinations(everything, size)
            if self.is_solution(chosen)
        ]

    def pair(self, entry):
        """Returns the item and the colour of an entry. The colour is None if the entry has none."""
        coloured = isinstance(entry, tuple) and entry[0] in self.secondary
        return entry if coloured else (entry, None)

    def is_solution(self, chosen):
        entries = [entry for o in chosen for entry in self.options[o]]
        for item in self.primary:
            at_least, at_most = self.bounds.get(item, (1, 1))
            if not at_least <= entries.count(item) <= at_most:
                return False
        for item in self.secondary:
            plain = entries.count(item)
            coloured = {e for e in entries if isinstance(e, tuple) and e[0] == item}
            if plain > 1 or len(coloured) > 1 or (plain and coloured):
                return False
        return True

    def cost(self, chosen):
        return sum(self.costs[o] for o in chosen) if self.costs else 0
