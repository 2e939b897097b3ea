import { DashboardView } from '../../features/dashboard/index.ts'
import { PatientDataGrants } from '../../features/patient-data-grants/patient-data-grants.tsx'

/** Overview with tiles chosen by the user, or by an administrator for everyone. */
export function Page() {
  return (
    <>
      <PatientDataGrants />
      <DashboardView />
    </>
  )
}
