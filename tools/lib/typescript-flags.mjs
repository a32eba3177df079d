/**
 * Flags for Node processes that start worker threads from TypeScript: tests and `npm run dev`.
 * Node strips types with WebAssembly. When a thread ends while another starts, V8 can free the wrapper twice through which
 * WebAssembly calls JavaScript, and the process crashes. The wrapper is replaced, and so freed, only after a number of
 * calls: this budget is never reached.
 */
export const typeScriptFlags = ['--wasm-wrapper-tiering-budget=1000000000']
