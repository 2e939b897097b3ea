// The part of WebAssembly that the evaluator uses: the types of Node 20 leave it out.
declare namespace WebAssembly {
  // oxlint-disable-next-line typescript/no-extraneous-class -- it has nothing that is used
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Memory {
    constructor(descriptor: { initial: number; maximum: number })
    readonly buffer: ArrayBuffer
  }
  class Instance {
    constructor(module: Module, imports: object)
    readonly exports: object
  }
}
