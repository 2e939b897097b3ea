import { beingBuilt, ROUTES } from './routes.ts'

const PAGES_BEING_BUILT: ReadonlySet<string> = new Set(
  ROUTES.filter(({ load }) => load === beingBuilt).map(({ page }) => page),
)

/**
 * Whether a page has an address and no content yet. It opens inside the shell with a plain sentence and a way on, and
 * the menu leaves it out until it gets its view in `routes.ts`.
 */
export const isBeingBuilt = (page: string): boolean => PAGES_BEING_BUILT.has(page)
