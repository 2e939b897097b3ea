import { queryOptions, useQuery } from '@tanstack/react-query'
import type { PatientDataGrant } from '@wardtrack/contracts'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '../../lib/access.ts'
import { api } from '../../lib/api.ts'
import { REFRESH_MS } from '../../lib/periodic-refresh.ts'
import { KEYS } from '../../lib/queries.ts'
import { dateTime } from '../../lib/time.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import styles from './patient-data-grants.module.css'

const grantsQuery = () =>
  queryOptions({
    queryKey: [KEYS.users, 'patient-data-grants'],
    queryFn: ({ signal }) => api.call('patientDataGrants', { signal }),
    meta: { refreshMs: REFRESH_MS, quiet: true },
  })

/** Shows administrators who got patient data from the first account, until somebody else acknowledges it. */
export function PatientDataGrants() {
  const { t } = useTranslation('patient-data-grants')
  const { data: grants } = useQuery({ ...grantsQuery(), enabled: useMayOpen('admin-config') })
  if (!grants || grants.data.length === 0) return null
  return (
    <Alert
      className={styles.grants ?? ''}
      type="warning"
      showIcon
      title={t('title')}
      description={
        <>
          <p>{grants.mayAcknowledge ? t('what') : t('whatFirst')}</p>
          <ul>
            {grants.data.map((grant) => (
              <li key={grant.userId}>
                {t('grant', { name: grant.username, time: dateTime(grant.at) })}
                {grants.mayAcknowledge ? <Acknowledge grant={grant} /> : null}
              </li>
            ))}
          </ul>
        </>
      }
    />
  )
}

function Acknowledge({ grant: { userId, username } }: { readonly grant: PatientDataGrant }) {
  const { t } = useTranslation('patient-data-grants')
  const acknowledge = useApiMutation({
    call: () => api.call('acknowledgePatientDataGrant', { params: { id: userId } }),
    invalidates: [[KEYS.users]],
  })
  return (
    <Button
      size="small"
      loading={acknowledge.isPending}
      aria-label={t('acknowledgeNamed', { name: username })}
      onClick={() => acknowledge.mutate(undefined)}
    >
      {t('acknowledge')}
    </Button>
  )
}
