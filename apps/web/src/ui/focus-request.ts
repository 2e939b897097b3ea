const requests = new Map<string, Set<() => void>>()

/** Something that can be asked to take the focus from elsewhere on the page, by name. */
export function onFocusRequest(name: string, take: () => void): () => void {
  const takers = requests.get(name) ?? new Set()
  requests.set(name, takers.add(take))
  return () => takers.delete(take)
}

/** Asks it. */
export function requestFocus(name: string): void {
  for (const take of requests.get(name) ?? []) take()
}
