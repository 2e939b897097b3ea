import { useQuery } from '@tanstack/react-query'
import { PrivilegeList } from '../../features/privileges/index.ts'
import { SetupGuide } from '../../features/setup/index.ts'
import { accessQuery } from '../../lib/access.ts'

/** Privileges: the pages each opens, and who holds it. On a system without any, the way to the first. */
export function Page() {
  const { data: access } = useQuery({ ...accessQuery(), enabled: false })
  return (
    <>
      {access?.configured === false ? <SetupGuide /> : null}
      <PrivilegeList />
    </>
  )
}
