import { PrivilegeList } from '../../features/privileges/index.ts'

/** Privileges: the pages each opens, and who holds it. */
export function Page() {
  return <PrivilegeList />
}
