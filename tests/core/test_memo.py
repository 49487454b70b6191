from __future__ import annotations

from cardgen.core.memo import Memo


def test_each_value_is_computed_once_until_there_are_too_many() -> None:
    asked: list[int] = []

    def doubled(number: int) -> int:
        asked.append(number)
        return 2 * number

    memo = Memo(doubled, limit=3)
    assert [memo[number] for number in (1, 2, 1, 3, 4, 1)] == [2, 4, 2, 6, 8, 2]
    assert asked == [1, 2, 3, 4, 1]
    assert len(memo) <= 3
