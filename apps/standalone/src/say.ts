/** Lines for the person who starts the product; the log is another thing. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
