"""Families of problems that papers and the OEIS count, as exact covers in Knuth's format.

Each function returns the text of one problem. scripts/records and scripts/published count these
problems. An option is a list of items; an item is written as its kind and its numbers: "c0.3".
"""

import itertools


def _text(items, options, secondary=()) -> str:
    first = " ".join(items) + (" | " + " ".join(secondary) if secondary else "")
    return "\n".join([first, *(" ".join(option) for option in options)]) + "\n"


def _names(kind: str, *sides: int) -> list[str]:
    """Returns an item for each place in a box of these sides."""
    return [_name(kind, place) for place in itertools.product(*map(range, sides))]


def _name(kind: str, place) -> str:
    return kind + ".".join(map(str, place))


# ------------------------------------------------------------------------------ pieces in a box ---


def _boxes(n: int, sizes) -> list[tuple[tuple[int, ...], list[str]]]:
    """Returns the size and the cells of boxes of these sizes, at every place in a cube of side n.
    """
    found = []
    for size in sizes:
        for corner in itertools.product(*(range(n - side + 1) for side in size)):
            inside = itertools.product(*map(range, size))
            cells = [_name("c", map(sum, zip(corner, step))) for step in inside]
            found.append((size, cells))
    return found


def right_trominoes(n: int) -> str:
    """Tilings of an n x n square by right trominoes and at most one monomino."""
    options = []
    for _, square in _boxes(n, [(2, 2)]):
        options += [[cell for cell in square if cell != missing] for missing in square]
    if n * n % 3 != 0:
        options += [[cell, "monomino"] for cell in _names("c", n, n)]
    return _text(_names("c", n, n), options, ["monomino"])


def distinct_rectangles(n: int, kind: str) -> str:
    """Tilings of an n x n square by rectangles no two of which are alike. `kind` says which are
    alike.
    """
    alike = {
        "oblongs": lambda h, w: f"{min(h, w)}x{max(h, w)}",
        "rectangles": lambda h, w: f"{min(h, w)}x{max(h, w)}",
        "upright_oblongs": lambda h, w: f"{h}x{w}",
        "upright_rectangles": lambda h, w: f"{h}x{w}",
        "areas": lambda h, w: f"{h * w}",
    }[kind]
    sides = range(1, n + 1)
    sizes = [(h, w) for h in sides for w in sides if h != w or not kind.endswith("oblongs")]
    options = [cells + [alike(*size)] for size, cells in _boxes(n, sizes)]
    return _text(_names("c", n, n), options, sorted({alike(*size) for size in sizes}))


def rectangles(n: int) -> str:
    """Tilings of an n x n square by any rectangles."""
    sizes = itertools.product(range(1, n + 1), repeat=2)
    return _text(_names("c", n, n), [cells for _, cells in _boxes(n, sizes)])


def squares(n: int) -> str:
    """Tilings of an n x n square by squares with integer sides."""
    sizes = [(side, side) for side in range(1, n + 1)]
    return _text(_names("c", n, n), [cells for _, cells in _boxes(n, sizes)])


def cube_tilings(n: int) -> str:
    """Tilings of a cube of side n by cubes with integer sides."""
    sizes = [(side, side, side) for side in range(1, n + 1)]
    return _text(_names("c", n, n, n), [cells for _, cells in _boxes(n, sizes)])


def partridge(n: int) -> str:
    """Partridge squares: one square of side 1, two squares of side 2, ..., n squares of side n tile
    a square.
    """
    whole = n * (n + 1) // 2
    items = [f"{k}|S{k}" if k > 1 else "S1" for k in range(1, n + 1)] + _names("c", whole, whole)
    sizes = [(side, side) for side in range(1, n + 1)]
    return _text(items, [cells + [f"S{size[0]}"] for size, cells in _boxes(whole, sizes)])


def _polyominoes(n: int) -> list[tuple[tuple[int, int], ...]]:
    """Returns all polyominoes of n cells; rotations and reflections count as different."""
    found = {((0, 0),)}
    for _ in range(n - 1):
        grown = set()
        for shape in found:
            for x, y in shape:
                for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                    if cell not in shape:
                        grown.add(_at_origin([*shape, cell]))
        found = grown
    return sorted(found)


def _at_origin(cells) -> tuple[tuple[int, int], ...]:
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return tuple(sorted((x - left, y - top) for x, y in cells))


def _placements(shape, width: int, height: int, board: str = "c") -> list[list[str]]:
    across = range(width - max(x for x, _ in shape))
    down = range(height - max(y for _, y in shape))
    return [[_name(board, (x + dx, y + dy)) for x, y in shape] for dx in across for dy in down]


def polyominoes(n: int, cells: int) -> str:
    """Tilings of an n x n square by any polyominoes of `cells` cells."""
    options = [o for shape in _polyominoes(cells) for o in _placements(shape, n, n)]
    return _text(_names("c", n, n), options)


def polyominoes_and_cells(n: int, cells: int) -> str:
    """Tilings of an n x n square by any polyominoes of `cells` cells, and monominoes."""
    items = _names("c", n, n)
    return polyominoes(n, cells) + "\n".join(items) + "\n"


def _free_pieces(cells: int, width: int, height: int, kind: str, board: str = "c"):
    """Returns the items of the free polyominoes of `cells` cells, and an option for each place of
    each piece on a rectangle; pieces may be turned over.
    """

    def turned(shape):
        for _ in range(4):
            shape = [(y, -x) for x, y in shape]
            yield _at_origin(shape)
            yield _at_origin([(-x, y) for x, y in shape])

    pieces, options = {}, []
    for shape in _polyominoes(cells):
        piece = pieces.setdefault(min(turned(shape)), f"{kind}{len(pieces)}")
        places = _placements(shape, width, height, board)
        options += [covered + [piece] for covered in places]
    return list(pieces.values()), options


def some_pentominoes(width: int, height: int) -> str:
    """Tilings of a rectangle by some of the twelve pentominoes, each used at most once."""
    pieces, options = _free_pieces(5, width, height, "p")
    return _text(_names("c", width, height), options, pieces)


def pentominoes_and_tetrominoes(width: int, height: int, boards: int) -> str:
    """Tilings of equal rectangles by the twelve pentominoes, each used once, and tetrominoes, each
    used at most once.
    """
    cells, options = [], []
    for board in "abcd"[:boards]:
        pentominoes, of_five = _free_pieces(5, width, height, "p", board)
        tetrominoes, of_four = _free_pieces(4, width, height, "t", board)
        cells += _names(board, width, height)
        options += of_five + of_four
    are_all_used = len(cells) == 12 * 5 + 5 * 4
    primary = cells + pentominoes + (tetrominoes if are_all_used else [])
    return _text(primary, options, [] if are_all_used else tetrominoes)


def macmahon_squares(height: int, width: int) -> str:
    """MacMahon's 24 squares, whose edges have the colours a, b and c, in a rectangle whose border
    has the colour a.
    """
    options = []
    for edges in itertools.product("abc", repeat=4):  # above, right, below, left
        tile = "t" + min("".join(edges[turn:] + edges[:turn]) for turn in range(4))
        for y, x in itertools.product(range(height), range(width)):
            places = (f"h{y}.{x}", f"v{y}.{x + 1}", f"h{y + 1}.{x}", f"v{y}.{x}")
            is_border = (y == 0, x == width - 1, y == height - 1, x == 0)
            if all(edge == "a" for edge, border in zip(edges, is_border) if border):
                inner = [f"{p}:{e}" for p, e, b in zip(places, edges, is_border) if not b]
                options.append([tile, f"c{y}.{x}", *inner])
    primary = sorted({option[0] for option in options}) + _names("c", height, width)
    across = [f"h{y}.{x}" for y in range(1, height) for x in range(width)]
    down = [f"v{y}.{x}" for y in range(height) for x in range(1, width)]
    return _text(primary, options, across + down)


# ------------------------------------------------------------------------------------ sequences ---


def _at_distances(n: int, parts: int, add: int) -> str:
    """Sequences in n * parts places that contain each number k from 1 to n `parts` times, k + add
    places apart.
    """
    options = []
    for k in range(1, n + 1):
        for first in range(n * parts - (parts - 1) * (k + add)):
            places = (first + part * (k + add) for part in range(parts))
            options.append([f"n{k}", *(f"s{place}" for place in places)])
    items = [f"n{k}" for k in range(1, n + 1)] + _names("s", n * parts)
    return _text(items, options)


def skolem(n: int) -> str:
    """Skolem sequences: each number k from 1 to n occurs twice, k places apart."""
    return _at_distances(n, 2, 0)


def langford_triples(n: int) -> str:
    """Langford triples: each number k from 1 to n occurs three times, with k other numbers between.
    """
    return _at_distances(n, 3, 1)


def costas(n: int) -> str:
    """Costas arrays: permutations p in which all differences p(i + d) - p(i) are different, for
    each distance d.
    """
    r = range(n)
    pairs = list(itertools.combinations(r, 2))
    options = [[f"c{i}", f"v{v}", f"x{i}:{v}"] for i in r for v in r]
    for i, j in pairs:
        for v, w in itertools.permutations(r, 2):
            options.append([f"p{i}.{j}", f"x{i}:{v}", f"x{j}:{w}", f"d{j - i}.{w - v}"])
    primary = _names("c", n) + _names("v", n) + [_name("p", pair) for pair in pairs]
    differences = [f"d{d}.{k}" for d in range(1, n) for k in range(1 - n, n) if k != 0]
    return _text(primary, options, _names("x", n) + differences)


def torus_queens(n: int) -> str:
    """n queens on a torus: every diagonal has one."""
    r = range(n)
    options = [[f"r{i}", f"c{j}", f"a{(i + j) % n}", f"b{(i - j) % n}"] for i in r for j in r]
    return _text([item for kind in "rcab" for item in _names(kind, n)], options)


def latin_squares(n: int) -> str:
    """Latin squares: every row and column has every value."""
    r = range(n)
    options = [[f"p{i}.{j}", f"r{i}.{k}", f"c{j}.{k}"] for i in r for j in r for k in r]
    return _text([item for kind in "prc" for item in _names(kind, n, n)], options)


def latin_squares_with_roles(n: int) -> str:
    """Latin squares. Secondary items tell rows, columns and values apart, so that no symmetry
    exchanges their roles. Classes up to symmetry are isotopy classes."""
    r = range(n)
    options = [
        [f"p{i}.{j}", f"r{i}.{k}", f"c{j}.{k}", f"position{i}.{j}", f"row{i}.{k}:same"]
        for i in r for j in r for k in r
    ]
    items = [item for kind in "prc" for item in _names(kind, n, n)]
    return _text(items, options, _names("position", n, n) + _names("row", n, n))


def sudoku_grids(height: int, width: int) -> str:
    """Completed sudoku grids with boxes of these sides."""
    n = height * width
    options = []
    for i, j, k in itertools.product(range(n), repeat=3):
        box = i // height * height + j // width
        options.append([f"p{i}.{j}", f"r{i}.{k}", f"c{j}.{k}", f"b{box}.{k}"])
    return _text([item for kind in "prcb" for item in _names(kind, n, n)], options)


# -------------------------------------------------------------------------- graphs and designs ---


def _pairings(points: list[int]):
    """Yields the perfect matchings of a complete graph with these vertices."""
    if not points:
        yield []
        return
    first, *others = points
    for other in others:
        for rest in _pairings([point for point in others if point != other]):
            yield [f"e{first}.{other}", *rest]


def one_factorisations(n: int) -> str:
    """One-factorisations: partitions of the edges of a complete graph into perfect matchings."""
    items = [_name("e", edge) for edge in itertools.combinations(range(n), 2)]
    return _text(items, _pairings(list(range(n))))


def pairings(n: int) -> str:
    """Perfect matchings of a complete graph."""
    return _text(_names("v", n), [[f"v{a}", f"v{b}"] for a, b in itertools.combinations(range(n), 2)])


def set_partitions(n: int) -> str:
    """Partitions of a set of n elements."""
    items = _names("v", n)
    subsets = itertools.chain.from_iterable(
        itertools.combinations(items, size) for size in range(1, n + 1)
    )
    return _text(items, subsets)


def cube_matchings(n: int, kind: str) -> str:
    """Matchings of the graph of the n-dimensional cube. `kind`: "perfect" or "any"."""
    corners = range(2**n)
    options = [[f"v{v}", f"v{v | 1 << b}"] for v in corners for b in range(n) if not v >> b & 1]
    if kind == "any":
        options += [[f"v{v}"] for v in corners]
    return _text(_names("v", 2**n), options)


def monomers_and_dimers(n: int) -> str:
    """Tilings of an n x n square by dominoes and monominoes."""
    return _text(
        _names("c", n, n), [cells for _, cells in _boxes(n, [(1, 1), (1, 2), (2, 1)])]
    )


def triple_systems(n: int) -> str:
    """Steiner triple systems: triples of n points such that every pair of points is in exactly one
    triple.
    """
    options = [
        [f"e{a}.{b}", f"e{a}.{c}", f"e{b}.{c}"] for a, b, c in itertools.combinations(range(n), 3)
    ]
    return _text([_name("e", edge) for edge in itertools.combinations(range(n), 2)], options)


def kirkman_systems(n: int) -> str:
    """Kirkman triple systems: Steiner triple systems whose triples are divided into days. Each day
    contains each point once.
    """
    days, points = range((n - 1) // 2), range(n)
    items = [_name("e", edge) for edge in itertools.combinations(points, 2)]
    items += [_name("d", place) for place in itertools.product(days, points)]
    options = [
        [_name("e", edge) for edge in itertools.combinations(triple, 2)]
        + [f"d{day}.{point}" for point in triple]
        for day in days
        for triple in itertools.combinations(points, 3)
    ]
    return _text(items, options)


FAMILIES = {
    family.__name__: family
    for family in (
        right_trominoes,
        distinct_rectangles,
        rectangles,
        squares,
        cube_tilings,
        partridge,
        polyominoes,
        polyominoes_and_cells,
        some_pentominoes,
        pentominoes_and_tetrominoes,
        macmahon_squares,
        skolem,
        langford_triples,
        costas,
        torus_queens,
        latin_squares,
        latin_squares_with_roles,
        sudoku_grids,
        one_factorisations,
        pairings,
        set_partitions,
        cube_matchings,
        monomers_and_dimers,
        triple_systems,
        kirkman_systems,
    )
}


def problem(family: str, *arguments: str) -> str:
    """Returns the problem of a family. Arguments that are numbers are given as words, such as "5".
    """
    return FAMILIES[family](*(int(word) if word.isdigit() else word for word in arguments))
