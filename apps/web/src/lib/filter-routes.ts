import { PAGE_SETS } from '@wardtrack/contracts/pages'

/** Reports that use the saved filters of another page and cannot save filters on their page. */
const SHARED_ROUTES: Readonly<Record<string, string>> = {
  'status-vs-time': 'devices',
  'pump-movement': 'devices',
}
const REPORT_ROUTES: readonly string[] = PAGE_SETS.REPORT

/**
 * Returns the route whose saved filters a report or list uses, without its leading slash.
 * @param page name of the page in calls, such as `battery-heat`
 */
export function filterRouteOf(page: string): string {
  const route = `report/${page}`
  return SHARED_ROUTES[page] ?? (REPORT_ROUTES.includes(route) ? route : page)
}
