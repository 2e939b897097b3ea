import { useQuery } from '@tanstack/react-query'
import type { Privilege } from '@wardtrack/contracts'
import { Button } from 'antd'
import { ChevronDown, ChevronRight, Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { urlText, useUrlState } from '../../lib/url-state.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { AddPrivilege } from './add-privilege.tsx'
import { PrivilegeDetail } from './privilege-detail.tsx'
import { duplicateDraft, emptyDraft, type PrivilegeDraft } from './privilege-draft.ts'
import { privilegesQuery } from './privilege-queries.ts'
import styles from './privileges.module.css'

const schema = { opened: urlText('privilege') }

/** Form for a new privilege; the number changes with each opening, which resets the form. */
type AddForm = { readonly number: number; readonly initial: PrivilegeDraft }

/** List of all privileges, one opened at a time, and the form for a new one. */
export function PrivilegeList() {
  const { t } = useTranslation('privileges')
  const privileges = useQuery(privilegesQuery())
  const [{ opened }, change] = useUrlState(schema)
  const [form, setForm] = useState<AddForm>()
  usePageRefresh(() => void privileges.refetch())
  const openForm = (initial: PrivilegeDraft): void => setForm({ number: (form?.number ?? 0) + 1, initial })
  const duplicate = (privilege: Privilege): void => {
    openForm(duplicateDraft(privilege, privileges.data ?? []))
    window.scrollTo({ top: 0 })
  }
  return (
    <>
      <PageToolbar
        actions={
          form ? (
            <Button icon={<X size={16} aria-hidden />} onClick={() => setForm(undefined)}>
              {t('add.close')}
            </Button>
          ) : (
            <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => openForm(emptyDraft)}>
              {t('add.title')}
            </Button>
          )
        }
      >
        <p className={styles.intro}>{t('intro')}</p>
      </PageToolbar>
      {form ? (
        <AddPrivilege
          key={form.number}
          initial={form.initial}
          taken={(privileges.data ?? []).map(({ privilegeName }) => privilegeName)}
        />
      ) : null}
      <LoadingPanel
        title={t('title')}
        query={privileges}
        failed={t('failed')}
        count={privileges.data?.length}
      >
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t('none.title')} why={t('none.why')} />
          ) : (
            <ul className={styles.list}>
              {all.map((privilege) => (
                <PrivilegeRow
                  key={privilege._id}
                  privilege={privilege}
                  isOpen={privilege._id === opened}
                  onToggle={() => change({ opened: privilege._id === opened ? '' : privilege._id })}
                  onDuplicate={() => duplicate(privilege)}
                />
              ))}
            </ul>
          )
        }
      </LoadingPanel>
    </>
  )
}

interface PrivilegeRowProps {
  readonly privilege: Privilege
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onDuplicate: () => void
}

function PrivilegeRow({ privilege, isOpen, onToggle, onDuplicate }: PrivilegeRowProps) {
  const { t } = useTranslation('privileges')
  const id = useId()
  const Arrow = isOpen ? ChevronDown : ChevronRight
  return (
    <li className={isOpen ? styles.open : undefined}>
      <button
        type="button"
        className={styles.row}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
      >
        <Arrow size={18} aria-hidden />
        <span className={styles.name}>{privilege.privilegeName}</span>
        <span className={styles.summary}>{isOpen ? null : privilege.description}</span>
        <span className={styles.count}>{t('routes', { count: privilege.routes.length })}</span>
      </button>
      <div id={id}>{isOpen ? <PrivilegeDetail privilege={privilege} onDuplicate={onDuplicate} /> : null}</div>
    </li>
  )
}
