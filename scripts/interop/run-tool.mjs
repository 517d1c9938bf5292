/** Runs one tool: `node run-tool.mjs NAME CONTRACT FOLDER`. What goes wrong is the output of a failed program. */
const [name, contract, output] = process.argv.slice(2);
const { default: run } = await import(`./tools/${name}.mjs`);
await run(contract, output);
// Some of them leave workers behind.
process.exit();
