import { useQuery } from '@tanstack/react-query'
import type { MetaMapping } from '@wardtrack/contracts'
import { Tabs } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { typeName } from '../../lib/metadata.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { metadataQuery } from '../../lib/queries.ts'
import { urlText, useUrlState } from '../../lib/url-state.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { AddDialog, type AddRequest } from './add-dialog.tsx'
import { EntryTabs } from './entry-tabs.tsx'
import styles from './metadata-mapping.module.css'
import { TypeActions } from './type-actions.tsx'
import { UnmappedFields } from './unmapped-fields.tsx'
import { useDiscardQuestion } from './use-discard-question.ts'

const schema = { type: urlText('type'), entry: urlText('entry') }

/** Returns the asset types of a mapping, in their stored order. */
const typesOf = (mapping: MetaMapping): string[] =>
  Object.keys(mapping).filter((name) => !name.startsWith('_'))

/** Names, icons and filter inputs of fields and values: tabs per asset type, then per entry. */
export function MetadataMappingPage() {
  const { t } = useTranslation('metadata-mapping')
  const mapping = useQuery(metadataQuery())
  const [{ type, entry }, change] = useUrlState(schema)
  const [adding, setAdding] = useState<AddRequest>()
  const discard = useDiscardQuestion()
  usePageRefresh(() => void mapping.refetch())
  const add = (
    <OnlineButton
      type="primary"
      icon={<Plus size={16} strokeWidth={1.8} aria-hidden />}
      onClick={() => setAdding({ type: shownType })}
    >
      {t('add.open')}
    </OnlineButton>
  )
  const types = mapping.data ? typesOf(mapping.data) : []
  const shownType = types.includes(type) ? type : (types[0] ?? '')
  return (
    <>
      <PageToolbar
        actions={
          <>
            {mapping.data && shownType !== '' ? (
              <TypeActions
                mapping={mapping.data}
                type={shownType}
                onRemoved={() => {
                  discard.setDirty(false)
                  change({ type: '', entry: '' })
                }}
              />
            ) : null}
            {add}
          </>
        }
      >
        <p className={styles.lead}>{t('lead')}</p>
      </PageToolbar>
      <QueryState query={mapping} failed={t('failed')} boxed>
        {(shown) => (
          <section className={styles.card} aria-label={t('types')}>
            <Tabs
              activeKey={shownType}
              onChange={(next) => discard.ask(() => change({ type: next, entry: '' }))}
              className={styles.types ?? ''}
              items={types.map((name) => ({
                key: name,
                label: typeName(shown, name),
                children: (
                  <EntryTabs
                    mapping={shown}
                    type={name}
                    entry={entry}
                    onEntry={(next) => discard.ask(() => change({ type: name, entry: next }))}
                    onDirty={discard.setDirty}
                    onAdd={() => setAdding({ type: name })}
                  />
                ),
              }))}
              destroyOnHidden
            />
            <UnmappedFields type={shownType} onAdd={(name) => setAdding({ type: shownType, name })} />
          </section>
        )}
      </QueryState>
      {adding && mapping.data ? (
        <AddDialog
          mapping={mapping.data}
          request={adding}
          onClose={() => setAdding(undefined)}
          onAdded={(added) => change(added)}
        />
      ) : null}
    </>
  )
}
