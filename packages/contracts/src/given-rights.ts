import { PAGES, pageAllows } from './pages.ts'

/** Page that makes a user an administrator, who can grant every page. */
const ADMINISTRATOR_PAGE = 'privilege-settings'

/** True if these routes make a user an administrator. */
export const isAdministrator = (allowedRoutes: readonly string[]): boolean =>
  pageAllows(allowedRoutes, ADMINISTRATOR_PAGE)

/**
 * True if a user with the allowed routes may grant other routes. Administrators may grant all, other users only pages
 * that they may open.
 */
export const mayGiveRoutes = (allowedRoutes: readonly string[], routes: readonly string[]): boolean =>
  isAdministrator(allowedRoutes) ||
  PAGES.every((page) => !pageAllows(routes, page) || pageAllows(allowedRoutes, page))
