import { useQuery } from '@tanstack/react-query'
import type { FormatEndpoint } from '@wardtrack/contracts'
import { Button, Segmented, Select, Tabs } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { urlChoice, useUrlState } from '../../lib/url-state.ts'
import { usePhone } from '../../lib/use-media.ts'
import { CopyBox } from '../../ui/copy-box.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SettingsSection } from '../../ui/settings-page.tsx'
import { FormatEditor } from './format-editor.tsx'
import { ProviderActivity } from './provider-activity.tsx'
import { newProvider } from './provider-draft.ts'
import { ProviderForm } from './provider-form.tsx'
import { ProviderKeys } from './provider-keys.tsx'
import { providerQuery, providerSettingsQuery } from './provider-queries.ts'
import styles from './providers.module.css'
import { RefusedItems } from './refused-items.tsx'

const ENDPOINTS = ['locations', 'device-status'] as const

/** Formats that convert a provider's JSON to positions or device states, shown one at a time. */
function FormatEditors({ name }: { readonly name: string }) {
  const { t } = useTranslation('providers')
  const provider = useQuery(providerQuery(name))
  const [endpoint, setEndpoint] = useState<FormatEndpoint>('locations')
  return (
    <div className={styles.format}>
      <SettingsSection title={t('format.title')} description={t('format.text')}>
        <Segmented<FormatEndpoint>
          aria-label={t('format.endpoint')}
          value={endpoint}
          onChange={setEndpoint}
          options={ENDPOINTS.map((value) => ({ value, label: t(`format.of.${value}`) }))}
        />
        <QueryState query={provider} failed={t('failed')}>
          {({ addresses, formats }) => (
            <>
              <CopyBox label={t('format.address')} text={addresses[`own/${endpoint}`]} />
              <FormatEditor key={endpoint} name={name} endpoint={endpoint} saved={formats[endpoint]} />
            </>
          )}
        </QueryState>
      </SettingsSection>
    </div>
  )
}

const TABS = ['settings', 'format', 'activity', 'refused'] as const
const schema = { tab: urlChoice('tab', TABS) }

/** A location provider, or the form of a new one. */
export function ProviderSettings({ name }: { readonly name: string }) {
  return name === 'new' ? (
    <ProviderForm stored={{ values: newProvider, revision: '' }} isNew />
  ) : (
    <Provider name={name} />
  )
}

function Provider({ name }: { readonly name: string }) {
  const { t } = useTranslation('providers')
  const settings = useQuery(providerSettingsQuery(name))
  const [{ tab }, change] = useUrlState(schema)
  const phone = usePhone()
  const choose = (key: string): void => change({ tab: TABS.find((known) => known === key) ?? 'settings' })
  // Select for phones, where a row of tabs would be too wide and its overflow menu hard to find.
  const select = () => (
    <Select
      className={styles.tabSelect ?? ''}
      aria-label={t('tab.label')}
      value={tab}
      onChange={choose}
      options={TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
    />
  )
  usePageRefresh(() => void settings.refetch())
  return (
    <QueryState query={settings} failed={t('failed')} boxed>
      {(stored) =>
        stored.values.providerName === '' ? (
          <NoSuchProvider name={name} />
        ) : (
          <Tabs
            className={styles.tabs ?? ''}
            activeKey={tab}
            onChange={choose}
            {...(phone ? { renderTabBar: select } : {})}
            destroyOnHidden
            items={[
              {
                key: 'settings',
                label: t('tab.settings'),
                children: (
                  <>
                    <ProviderForm key={stored.values.providerName} stored={stored} isNew={false} />
                    <ProviderKeys name={stored.values.providerName} />
                  </>
                ),
              },
              {
                key: 'format',
                label: t('tab.format'),
                children: <FormatEditors name={stored.values.providerName} />,
              },
              {
                key: 'activity',
                label: t('tab.activity'),
                children: <ProviderActivity name={stored.values.providerName} />,
              },
              {
                key: 'refused',
                label: t('tab.refused'),
                children: <RefusedItems name={stored.values.providerName} />,
              },
            ]}
          />
        )
      }
    </QueryState>
  )
}

function NoSuchProvider({ name }: { readonly name: string }) {
  const { t } = useTranslation('providers')
  return (
    <EmptyState
      boxed
      title={t('missing.title', { name })}
      why={t('missing.why')}
      action={
        <Button type="primary" href="#/provider-settings/new">
          {t('new.title')}
        </Button>
      }
    />
  )
}
