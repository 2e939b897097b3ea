import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Changes the data of a cached query without marking it as fetched. The reading time and a pending invalidation stay;
 * `setQueryData` would clear both.
 * @param patch returns its argument if nothing changes
 */
export function patchQuery<Data>(query: Query, patch: (data: Data) => Data): void {
  const data = query.state.data as Data | undefined
  if (data === undefined) return
  const next = patch(data)
  if (next !== data) query.setState({ data: next })
}

/** Patches every cached query whose key begins with `queryKey`. */
export function patchQueries<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  patch: (data: Data) => Data,
): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) patchQuery(query, patch)
}
