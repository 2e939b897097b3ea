let wantedPath: string | undefined

/** Keeps the address that is open, for after the person has signed in. */
export function keepWantedPath(): void {
  wantedPath = window.location.hash.replace(/^#/, '')
}

/** The address that was opened without a session, once; undefined where there was none. */
export function takeWantedPath(): string | undefined {
  const path = wantedPath
  wantedPath = undefined
  return path
}
