import { Tabs } from 'antd'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { IngestKeyList } from '../../features/ingest-keys/index.ts'
import { MailSettings } from '../../features/mail/index.ts'
import { PatientDataGrants } from '../../features/patient-data-grants/patient-data-grants.tsx'
import { PeopleList, SecondFactorSettings } from '../../features/people/index.ts'
import { SetupReturn } from '../../features/setup-checklist/index.ts'

/** Tabs in their order; the page opens on the first. */
const TABS = {
  people: PeopleList,
  keys: IngestKeyList,
  security: SecondFactorSettings,
  mail: MailSettings,
} as const satisfies Record<string, ComponentType>

type TabName = keyof typeof TABS
const NAMES = Object.keys(TABS) as TabName[]

/** Administration of users, ingestion keys, security and mail. The address contains the tab. */
export function Page() {
  const { t } = useTranslation('people')
  const [parameters, setParameters] = useSearchParams()
  const wanted = parameters.get('tab')
  const open = NAMES.find((name) => name === wanted) ?? 'people'
  const Content = TABS[open]
  return (
    <>
      <SetupReturn />
      <PatientDataGrants />
      <Tabs
        activeKey={open}
        onChange={(name) => setParameters(name === 'people' ? {} : { tab: name })}
        items={NAMES.map((name) => ({
          key: name,
          label: t(`tab.${name}`),
          children: name === open ? <Content /> : null,
        }))}
      />
    </>
  )
}
