import type { ErrorDetail } from '@wardtrack/contracts'
import type { z } from 'zod'

/** Returns zod's issues as the error body's details: dotted paths, list indexes included. */
export function detailsOf(error: z.ZodError): ErrorDetail[] {
  return error.issues
    .flatMap(withinUnion)
    .slice(0, 1000)
    .map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }))
}

type Issue = z.ZodError['issues'][number]

/** Returns the problems of the intended shape among several allowed ones: the only one that is right at its root. */
function withinUnion(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const matching = issue.errors.filter((branch) => branch.every(({ path }) => path.length > 0))
  const [branch] = matching
  if (matching.length !== 1 || !branch) return [issue]
  return branch.flatMap((inner) => withinUnion({ ...inner, path: [...issue.path, ...inner.path] }))
}
