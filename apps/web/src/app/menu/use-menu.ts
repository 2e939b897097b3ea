import { useQuery } from '@tanstack/react-query'
import { accessQuery } from '../../lib/access.ts'
import { customReportsQuery, providerNamesQuery } from '../../lib/queries.ts'
import { type MenuSection, mayOpen, mayOpenCustomReports, menuFor } from './menu-entries.ts'

/** Returns the menu of the signed-in user, including providers and custom reports for everyone. */
export function useMenu(): MenuSection[] {
  const { data: access } = useQuery({ ...accessQuery(), enabled: false })
  const mayConfigure = mayOpen('provider-settings/new', access)
  const { data: providers = [] } = useQuery({ ...providerNamesQuery(), enabled: mayConfigure })
  const { data: reports = [] } = useQuery({ ...customReportsQuery(), enabled: mayOpenCustomReports(access) })
  return menuFor(access, { providers, reports })
}
