/** A refusal with MongoDB's own code. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export const badValue = (message: string) => new StoreError(2, message)
export const failedToParse = (message: string) => new StoreError(9, message)
export const typeMismatch = (message: string) => new StoreError(14, message)
export const notImplemented = (what: string) =>
  new StoreError(238, `The embedded store does not carry out ${what}`)
