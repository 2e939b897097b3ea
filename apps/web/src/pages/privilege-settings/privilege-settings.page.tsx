import { useQuery } from '@tanstack/react-query'
import { PrivilegeList } from '../../features/privileges/index.ts'
import { SetupGuide } from '../../features/setup/index.ts'
import { accessQuery } from '../../lib/access.ts'

/** Privileges with their pages and users. On an unconfigured system, the setup of the first privilege. */
export function Page() {
  const { data: access } = useQuery({ ...accessQuery(), enabled: false })
  return (
    <>
      {access?.configured === false ? <SetupGuide /> : null}
      <PrivilegeList />
    </>
  )
}
