// The extension is only a client: `cardgen lsp` knows all the answers.
"use strict";
const { window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const FILES = ["card_data/**/*.{yaml,md,csv,tsv,json}", "templates/**/*.j2", "printer.yaml"];
let client;

exports.activate = async () => {
  const folder = workspace.workspaceFolders?.[0];
  const [command, ...args] = workspace.getConfiguration("cardgen").get("command");
  const documentSelector = FILES.map((pattern) => ({ scheme: "file", pattern: `**/${pattern}` }));
  const server = { command, args, options: { cwd: folder?.uri.fsPath } };
  client = new LanguageClient("cardgen", "cardgen", server, { documentSelector, workspaceFolder: folder });
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(`cardgen: \`${[command, ...args].join(" ")}\` does not start (${error.message}). ` +
      "Install it with the extra lsp, as docs/editors.md says, or name it in the setting cardgen.command.");
  }
};

exports.deactivate = () => client?.stop();
