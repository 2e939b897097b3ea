/** The whole product as after its installation, with a separate port and folder. */
export type Product = {
  url: string
  username: string
  password: string
  ingestKey: string
  dataDir: string
  /** process id while it runs */
  pid(): number | undefined
  /** everything printed so far */
  output(): string
  /** resolves once a printed line matches */
  printed(pattern: RegExp): Promise<void>
  /** stops it like an operator; the data stay */
  stop(): Promise<void>
  /** starts it again on the same port and data */
  start(): Promise<void>
  /** stops it and removes its folder */
  remove(): Promise<void>
}
