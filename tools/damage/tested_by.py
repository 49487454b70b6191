"""Which tests concern which package of cardgen: every folder and every feature has a row."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class TestedBy:
    """The tests of a package, the likeliest first, and tests of packages that use it."""

    own: tuple[str, ...]
    users: tuple[str, ...] = ()


ROWS = {
    "__main__": TestedBy(("tests/cli/test_cli_main.py", "tests/cli/test_cli_signals.py")),
    "api": TestedBy(("tests/pipeline/test_build_request.py", "tests/features/test_export.py")),
    "assets": TestedBy(("tests/assets",), ("tests/layout", "tests/errors")),
    "backend": TestedBy(
        ("tests/backend",),
        (
            "tests/layout/test_layout_looks.py",
            "tests/products",
            "tests/games/test_game_ink.py",
            "tests/games/test_tagged_booklets.py",
            "tests/pipeline/test_build_booklet.py",
            "tests/pipeline/test_build_inks.py",
        ),
    ),
    "backend/press": TestedBy(
        ("tests/backend/test_backend_press.py", "tests/backend/test_press_checks.py"),
        ("tests/products/test_products_press.py", "tests/backend"),
    ),
    "cli": TestedBy(("tests/cli",), ("tests/features", "tests/errors")),
    "comparison": TestedBy(
        ("tests/comparison",),
        ("tests/features/revision", "tests/preview/test_preview_history.py"),
    ),
    "core": TestedBy(
        ("tests/core", "tests/source"),
        (
            "tests/layout/test_layout_directions.py",
            "tests/test_frame*.py",
            "tests/products/test_order_table.py",
            "tests/pipeline/test_build_rebuild.py",
            "tests/pipeline/test_inputs.py",
            "tests/pipeline/test_text_report.py",
        ),
    ),
    "core/plugins": TestedBy(("tests/test_plugins.py", "tests/test_extension_points.py")),
    "extension_points": TestedBy(("tests/test_extension_points.py",), ("tests/test_plugins.py",)),
    "features/calibration": TestedBy(
        ("tests/features/test_calibration.py",),
        ("tests/cli/test_cli_calibrate.py", "tests/products/test_products_calibration.py"),
    ),
    "features/clean": TestedBy(
        ("tests/features/test_clean.py", "tests/cli/test_cli_clean.py"),
    ),
    "features/export": TestedBy(("tests/features/test_export.py",), ("tests/cli/test_cli_new.py",)),
    "features/fetch": TestedBy(
        ("tests/features/test_fetch.py", "tests/cli/test_cli_fetch.py"),
    ),
    "features/fromtable": TestedBy(
        ("tests/features/fromtable",), ("tests/cli/test_cli_new.py", "tests/model")
    ),
    "features/hooks": TestedBy(("tests/test_plugins.py", "tests/test_extension_points.py")),
    "features/order": TestedBy(
        ("tests/features/order",),
        ("tests/cli/test_cli_order.py", "tests/preview/test_preview_order.py"),
    ),
    "features/manual": TestedBy(("tests/cli/test_cli_docs.py",), ("tests/cli",)),
    "features/overview": TestedBy(
        ("tests/features/test_overview.py", "tests/cli/test_cli_list.py"),
    ),
    "features/problems": TestedBy(("tests/features",), ("tests/cli", "tests/errors")),
    "features/release": TestedBy(("tests/features/release",), ("tests/cli/test_cli_release.py",)),
    "features/revision": TestedBy(
        ("tests/features/revision",),
        (
            "tests/cli/test_cli_diff.py",
            "tests/cli/test_cli_printed.py",
            "tests/cli/test_cli_reprint.py",
            "tests/cli/test_cli_site.py",
            "tests/features/test_selection.py",
            "tests/games/test_pull_lists.py",
        ),
    ),
    "features/scaffold": TestedBy(
        ("tests/features/scaffold",),
        ("tests/cli/test_cli_new.py", "tests/cli/test_cli_schema.py", "tests/cli/test_cli_tts.py"),
    ),
    "features/selection": TestedBy(
        ("tests/features/test_selection.py", "tests/features/test_overview.py"), ("tests/cli",)
    ),
    "features/site": TestedBy(("tests/features/test_site.py",), ("tests/cli/test_cli_site.py",)),
    "features/stats": TestedBy(
        ("tests/features/test_stats*.py",), ("tests/cli/test_cli_stats.py",)
    ),
    "features/tabletop": TestedBy(
        ("tests/features/test_tabletop*.py",), ("tests/cli/test_cli_tts.py",)
    ),
    "features/translation": TestedBy(
        ("tests/features/test_translation*.py", "tests/model/locale/test_locale_editions.py"),
        ("tests/cli/test_cli_translate.py", "tests/games/test_shipped_translations.py"),
    ),
    "frame": TestedBy(
        ("tests/test_frame*.py",),
        ("tests/backend", "tests/proof", "tests/impose", "tests/products/test_products_tagged.py"),
    ),
    "impose": TestedBy(
        ("tests/impose",),
        (
            "tests/products/test_products_boards.py",
            "tests/products/test_products_calibration.py",
            "tests/products/test_products_cut.py",
            "tests/products/test_products_pieces.py",
            "tests/products/test_products_press.py",
            "tests/products/test_products_sheets.py",
            "tests/products/test_products_stock.py",
            "tests/pipeline/test_build_folds.py",
        ),
    ),
    "impose/cutters": TestedBy(
        ("tests/impose/test_cutter_layouts.py", "tests/impose/test_nesting.py"),
        ("tests/products/test_products_cut.py", "tests/products/test_products_pieces.py"),
    ),
    "layout": TestedBy(
        ("tests/layout",),
        (
            "tests/proof",
            "tests/errors",
            "tests/pipeline/test_build_booklet.py",
            "tests/pipeline/test_build_kept.py",
            "tests/pipeline/test_build_notes.py",
        ),
    ),
    "layout/book": TestedBy(
        (
            "tests/layout/test_layout_pages.py",
            "tests/layout/test_layout_blocks.py",
            "tests/layout/test_layout_callouts.py",
            "tests/pipeline/test_build_booklet.py",
        ),
        (
            "tests/layout",
            "tests/pipeline/test_build_callouts.py",
            "tests/pipeline/test_build_figures.py",
            "tests/pipeline/test_build_leaflet.py",
            "tests/pipeline/test_build_links.py",
            "tests/pipeline/test_build_notes.py",
            "tests/pipeline/test_build_tables.py",
            "tests/pipeline/test_continued.py",
            "tests/products/test_products_large_print.py",
        ),
    ),
    "layout/elements": TestedBy(
        ("tests/layout", "tests/pipeline/test_fit_groups.py"),
        ("tests/proof", "tests/errors", "tests/products/test_products_tagged.py"),
    ),
    "layout/text": TestedBy(
        ("tests/layout",),
        (
            "tests/proof",
            "tests/pipeline/test_line_setter.py",
            "tests/pipeline/test_build_booklet.py",
        ),
    ),
    "lsp": TestedBy(("tests/lsp", "tests/cli/test_cli_lsp.py")),
    "model": TestedBy(
        ("tests/model", "tests/cli/test_cli_schema.py"),
        (
            "tests/errors",
            "tests/layout",
            "tests/pipeline/test_build_rebuild.py",
            "tests/pipeline/test_build_series.py",
            "tests/features/fromtable",
        ),
    ),
    "model/components": TestedBy(
        ("tests/model", "tests/cli/test_cli_schema.py"),
        ("tests/errors", "tests/products", "tests/pipeline/test_build_series.py"),
    ),
    "model/foreign": TestedBy(("tests/features/fromtable", "tests/cli/test_cli_new.py")),
    "model/locale": TestedBy(
        ("tests/model/locale",),
        (
            "tests/features/test_translation*.py",
            "tests/pipeline/test_build_locale.py",
            "tests/model",
        ),
    ),
    "model/setup": TestedBy(
        ("tests/model/test_model_setup.py", "tests/cli/test_cli_schema.py"),
        (
            "tests/products/tts",
            "tests/products/pcio",
            "tests/errors",
            "tests/features/test_site.py",
        ),
    ),
    "pipeline": TestedBy(
        ("tests/pipeline",),
        (
            "tests/preview/test_preview_live_project.py",
            "tests/preview/test_preview_editing.py",
            "tests/cli/test_cli_build.py",
            "tests/cli/test_cli_clean.py",
            "tests/comparison",
            "tests/features/revision",
            "tests/features/test_clean.py",
        ),
    ),
    "pipeline/executors": TestedBy(
        (
            "tests/pipeline/test_build_workers.py",
            "tests/pipeline/test_spawned.py",
            "tests/pipeline/test_cluster.py",
        ),
        ("tests/pipeline",),
    ),
    "preview": TestedBy(("tests/preview",), ("tests/cli/test_cli_preview.py",)),
    "preview/about": TestedBy(
        ("tests/preview/test_preview_hit_test.py", "tests/preview/test_preview_detail.py"),
        ("tests/preview",),
    ),
    "preview/editing": TestedBy(
        (
            "tests/preview/test_preview_editing.py",
            "tests/preview/test_preview_forms.py",
            "tests/preview/test_preview_typed.py",
            "tests/preview/test_preview_boxes.py",
        ),
        ("tests/preview",),
    ),
    "preview/history": TestedBy(("tests/preview/test_preview_history.py",), ("tests/comparison",)),
    "preview/live": TestedBy(
        (
            "tests/preview/test_preview_live_project.py",
            "tests/preview/test_preview_cards.py",
            "tests/preview/test_preview_kept.py",
        ),
        ("tests/preview",),
    ),
    "preview/web": TestedBy(
        ("tests/preview/test_preview_server.py",),
        ("tests/preview", "tests/cli/test_cli_preview.py"),
    ),
    "products": TestedBy(
        ("tests/products",),
        (
            "tests/features/order",
            "tests/features/release",
            "tests/pipeline/test_build_inks.py",
            "tests/pipeline/test_build_output.py",
            "tests/pipeline/test_build_papers.py",
            "tests/pipeline/test_build_request.py",
            "tests/pipeline/test_build_series.py",
            "tests/pipeline/test_build_some_products.py",
        ),
    ),
    "products/cut": TestedBy(
        ("tests/products/test_products_cut.py", "tests/products/test_products_pieces.py"),
        ("tests/impose/test_cutter_layouts.py", "tests/products"),
    ),
    "products/orders": TestedBy(
        ("tests/products/test_order*.py", "tests/features/order"),
        ("tests/cli/test_cli_order.py", "tests/products", "tests/test_plugins.py"),
    ),
    "products/orders/lists": TestedBy(
        ("tests/features/order", "tests/products/test_order*.py"), ("tests/cli/test_cli_order.py",)
    ),
    "products/pcio": TestedBy(("tests/products/pcio",), ("tests/features/release",)),
    "products/tts": TestedBy(
        ("tests/products/tts",), ("tests/features/test_tabletop*.py", "tests/cli/test_cli_tts.py")
    ),
    "proof": TestedBy(
        ("tests/proof", "tests/features/test_translation_wording.py"),
        (
            "tests/layout/test_layout_qr.py",
            "tests/layout/test_layout_lettering.py",
            "tests/pipeline/test_attribution.py",
            "tests/errors",
        ),
    ),
    "proof/rules": TestedBy(
        ("tests/proof",),
        ("tests/layout", "tests/errors", "tests/pipeline/test_attribution.py"),
    ),
    "source": TestedBy(
        ("tests/source",),
        (
            "tests/model",
            "tests/errors",
            "tests/preview/test_preview_editing.py",
            "tests/features/fromtable",
        ),
    ),
    "source/editing": TestedBy(
        ("tests/source/editing", "tests/source/test_source_editing.py"),
        (
            "tests/preview/test_preview_editing.py",
            "tests/preview/test_preview_forms.py",
            "tests/lsp",
        ),
    ),
    "source/foreign": TestedBy(("tests/source", "tests/features/fromtable"), ("tests/errors",)),
    "source/tables": TestedBy(
        ("tests/source", "tests/model/test_model_deck_tables.py"),
        ("tests/features/fromtable", "tests/preview/test_preview_tables.py", "tests/errors"),
    ),
    "template": TestedBy(
        ("tests/template",),
        ("tests/layout", "tests/errors", "tests/pipeline/test_dependencies.py"),
    ),
}
"""By package, as a path under ``cardgen`` without an ending."""


def package_of(path: Path) -> str:
    """Name the package of a module that is given by its path under ``cardgen``.

    A package is a folder, or a module that is a feature or lies beside the folders.
    """
    folder = path.parent.as_posix()
    if folder == "." or (folder == "features" and path.stem != "__init__"):
        return path.with_suffix("").as_posix()
    return folder


def packages_below(name: str) -> list[str]:
    """List a package and those inside its folder."""
    return [package for package in ROWS if package == name or package.startswith(f"{name}/")]
