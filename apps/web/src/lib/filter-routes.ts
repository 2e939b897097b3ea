import { PAGE_SETS } from '@wardtrack/contracts/pages'

/** Reports that take the filters saved on another page; none can be saved on theirs. */
const SHARED_ROUTES: Readonly<Record<string, string>> = {
  'status-vs-time': 'devices',
  'pump-movement': 'devices',
}
const REPORT_ROUTES: readonly string[] = PAGE_SETS.REPORT

/**
 * The route whose saved filters a report or list takes, without its leading slash.
 * @param page its name in calls, e.g. `battery-heat`
 */
export function filterRouteOf(page: string): string {
  const route = `report/${page}`
  return SHARED_ROUTES[page] ?? (REPORT_ROUTES.includes(route) ? route : page)
}
