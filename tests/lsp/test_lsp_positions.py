"""The language server answers each request, also at positions that no text has."""

import json
import subprocess
import sys
import threading

import pytest
from patience import patience
from test_lsp_editing import FACE, FILES
from workshops import write_files

METHODS = "completion hover definition references prepareRename rename".split()
NUMBERS = [-1, 0, 2**31 - 1, 2**31, 2**63, 1e300, 1.5, "x", None, [], True]
POSITIONS = [
    *({"line": number, "character": 0} for number in NUMBERS),
    *({"line": 1, "character": number} for number in NUMBERS),
    *({"line": number, "character": number} for number in NUMBERS),
    {},
    {"line": 1},
    None,
    "x",
]


def frame(message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def test_positions_that_no_text_has_are_answered_and_do_no_harm(tmp_path):
    pytest.importorskip("pygls", reason="the extra `lsp` is not installed")
    root = write_files(tmp_path, FILES).root
    document = {"uri": (root / FACE).as_uri()}
    more = {"newName": "grip", "context": {"includeDeclaration": True}}
    requests = [
        {"method": f"textDocument/{method}", "params": {"textDocument": name, **place, **more}}
        for method in METHODS
        for name in (document, {"uri": (root / "none.md").as_uri()}, {"uri": "x"}, {}, None)
        for place in ({}, *({"position": position} for position in POSITIONS))
    ]
    requests += [
        {"method": f"textDocument/{method}", "params": params}
        for method in METHODS
        for params in (None, [], {})
    ]
    good = {"textDocument": document, "position": {"line": 0, "character": 0}}
    requests.append({"method": "textDocument/completion", "params": good})
    initialize = {"processId": None, "rootUri": root.as_uri(), "capabilities": {}}
    item = {**document, "languageId": "x", "version": 1, "text": FILES[FACE]}
    messages = [
        {"id": 0, "method": "initialize", "params": initialize},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": item}},
        *({"id": number, **request} for number, request in enumerate(requests, 1)),
    ]
    pipe, command = subprocess.PIPE, [sys.executable, "-m", "cardgen", "lsp"]
    with subprocess.Popen(
        command, cwd=root, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL
    ) as server:
        stop = threading.Timer(patience(), server.kill)
        stop.start()
        writer = threading.Thread(
            target=lambda: (
                server.stdin.write(b"".join(map(frame, messages))),
                server.stdin.flush(),
            )
        )
        writer.start()
        answers = {}
        while len(answers) <= len(requests):
            header = server.stdout.readline()
            assert header, f"the server ended after {len(answers)} answers"
            while (line := server.stdout.readline()).strip():
                header += line
            length = next(
                int(line.split(b":")[1])
                for line in header.splitlines()
                if line.lower().startswith(b"content-length")
            )
            answer = json.loads(server.stdout.read(length))
            if "id" in answer and "method" not in answer:
                answers[answer["id"]] = answer
        stop.cancel()
        server.kill()
    assert "result" in answers[len(requests)]
    assert not [one for one in answers.values() if "Traceback" in str(one)]
