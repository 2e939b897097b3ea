let wantedPath: string | undefined

/** Stores the current address for the time after signing in. */
export function keepWantedPath(): void {
  wantedPath = window.location.hash.replace(/^#/, '')
}

/** Returns the address that was opened without a session and forgets it; undefined if there was none. */
export function takeWantedPath(): string | undefined {
  const path = wantedPath
  wantedPath = undefined
  return path
}
