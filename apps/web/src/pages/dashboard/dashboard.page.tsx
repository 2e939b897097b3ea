import { DashboardView } from '../../features/dashboard/index.ts'

/** An overview: the tiles that the person, or an administrator for everyone, has put together. */
export function Page() {
  return <DashboardView />
}
