"""Small changes to Python code that alter its behaviour."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

_OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True)
class Change:
    """A stretch of a source text, in bytes from ``begin`` to ``end``, and what replaces it."""

    line: int
    begin: int
    end: int
    before: str
    after: str

    def apply(self, source: str) -> str:
        """Return the source with the change made."""
        data = source.encode()
        return (data[: self.begin] + self.after.encode() + data[self.end :]).decode()

    def __str__(self) -> str:
        return f"{_short(self.before)}  ->  {_short(self.after)}"


def _short(text: str) -> str:
    return " ".join(text.split())[:70]


def changes(source: str) -> list[Change]:
    """Return all changes that a source text offers, from top to bottom.

    Never changes annotations, decorators, keywords of classes, docstrings, assertions or code for
    type checkers.
    """
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    data = source.encode()
    found: dict[tuple[int, int, str], Change] = {}
    for node, other in _altered(ast.parse(source)):
        if node.end_lineno is None or node.end_col_offset is None:
            continue
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        after = ast.unparse(ast.fix_missing_locations(other))
        if isinstance(other, ast.expr) and not isinstance(other, ast.Name | ast.Constant):
            after = f"({after})"
        after = after.replace("\n", " ") if isinstance(other, ast.expr) else after
        change = Change(node.lineno, begin, end, data[begin:end].decode(), after)
        found.setdefault((begin, end, after), change)
    return sorted(found.values(), key=lambda one: (one.begin, one.end, one.after))


Altered = tuple[ast.expr | ast.stmt, ast.AST]


def _altered(tree: ast.AST) -> Iterator[Altered]:
    """Walk through code, and yield each node with its possible replacements."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        if isinstance(tree, ast.ClassDef) and name == "keywords":
            continue
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST) or _is_left_alone(node):
                continue
            if isinstance(node, ast.expr):
                yield from ((node, other) for other in _expressions(node))
            if isinstance(node, ast.stmt):
                yield from _statements(node)
            yield from _altered(node)


def _is_left_alone(node: ast.AST) -> bool:
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.Import() | ast.ImportFrom():
            return True
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Assign(targets=[ast.Name(id="__slots__" | "__all__")]):
            return True
    return False


def _expressions(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                if type(op) in _OPERATORS:
                    yield _with(node, ops=[*ops[:at], _OPERATORS[type(op)](), *ops[at + 1 :]])
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in _OPERATORS:
            yield _with(node, op=_OPERATORS[type(op)]())
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield copy.deepcopy(operand)
        case ast.IfExp(test=test):
            yield _with(node, test=_negated(test))
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.Constant(value=float(value)):
            yield ast.Constant(value * 1.5 if value else 1.0)
        case ast.Name(id=name) if name in _NAMES:
            yield ast.Name(_NAMES[name])
        case ast.Call(args=args, keywords=keywords):
            for at in range(len(keywords)):
                yield _with(node, keywords=keywords[:at] + keywords[at + 1 :])
            for at in range(len(args) - 1):
                if ast.dump(args[at]) != ast.dump(args[at + 1]):
                    yield _with(node, args=[*args[:at], args[at + 1], args[at], *args[at + 2 :]])
        case (
            ast.ListComp(generators=loops)
            | ast.SetComp(generators=loops)
            | (ast.GeneratorExp(generators=loops))
        ):
            for at, loop in enumerate(loops):
                for test in loop.ifs:
                    ifs = [_negated(one) if one is test else one for one in loop.ifs]
                    other = ast.comprehension(loop.target, loop.iter, ifs, loop.is_async)
                    yield _with(node, generators=[*loops[:at], other, *loops[at + 1 :]])


def _statements(node: ast.stmt) -> Iterator[Altered]:
    match node:
        case ast.Expr() | ast.AugAssign() | ast.Delete() | ast.Continue() | ast.Break():
            yield node, ast.Pass()
        case ast.If(test=test) | ast.While(test=test):
            yield test, _negated(test)


def _negated(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return copy.deepcopy(test.operand)
    return ast.UnaryOp(ast.Not(), copy.deepcopy(test))


def _with(node: ast.expr, **fields: object) -> ast.expr:
    other = copy.copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other
