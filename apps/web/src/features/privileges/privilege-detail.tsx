import { useQueryClient } from '@tanstack/react-query'
import type { Privilege } from '@wardtrack/contracts'
import { PAGES } from '@wardtrack/contracts/pages'
import { Alert, AutoComplete, Button, Input } from 'antd'
import { Copy, Pencil, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { usePageTitles } from '../../lib/language.ts'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { FieldError } from '../../ui/field.tsx'
import { AppField, FormDialog, type StoredState, useAppForm } from '../../ui/form/index.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { PrivilegeHolders } from './holders.tsx'
import { PageSelect } from './page-select.tsx'
import {
  draftErrors,
  draftOfPrivilege,
  isAdministration,
  isKnownPage,
  type PrivilegeDraft,
  pageOfRoute,
} from './privilege-draft.ts'
import { privilegesQuery } from './privilege-queries.ts'
import styles from './privileges.module.css'
import { useChangeRoutes, useDeletePrivilege } from './use-privilege-changes.tsx'

/** Adds a page to a privilege; offers the pages that it does not include yet. */
function AddRoute({ privilege }: { readonly privilege: Privilege }) {
  const { t } = useTranslation(['privileges', 'messages'])
  const titleOf = usePageTitles()
  const adding = useChangeRoutes('addRoutes')
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const wanted = pageOfRoute(text).toLowerCase()
  const offered = PAGES.filter(
    (page) =>
      !privilege.routes.includes(`/${page}`) &&
      (page.includes(wanted) || titleOf(page).toLowerCase().includes(wanted)),
  )
  const add = (): void => {
    const page = pageOfRoute(text)
    if (!isKnownPage(page)) {
      setError(t('messages:routeUnknown'))
      return
    }
    adding.mutate({ privilege, page }, { onSuccess: () => setText('') })
  }
  const errorId = `route-error-${privilege._id}`
  return (
    <form
      className={styles.addRoute}
      aria-label={t('route.form', { name: privilege.privilegeName })}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <AutoComplete
        value={text}
        onChange={(value: string) => {
          setText(value)
          setError(undefined)
        }}
        options={offered.map((page) => ({
          value: `/${page}`,
          label: (
            <span className={styles.option}>
              <code>/{page}</code>
              <span>{titleOf(page)}</span>
            </span>
          ),
        }))}
      >
        <Input
          aria-label={t('route.label')}
          placeholder={t('route.placeholder')}
          status={error ? 'error' : ''}
          aria-invalid={error !== undefined}
          aria-describedby={error ? errorId : undefined}
        />
      </AutoComplete>
      <OnlineButton htmlType="submit" loading={adding.isPending}>
        {t('route.add')}
      </OnlineButton>
      <div className={styles.routeError}>
        <FieldError id={errorId} error={error} />
      </div>
    </form>
  )
}

interface EditPrivilegeProps {
  readonly privilege: Privilege
  readonly onClose: () => void
}

const stateOf = (privilege: Privilege): StoredState<PrivilegeDraft> => ({
  values: draftOfPrivilege(privilege),
  revision: privilege.revision,
})

/** Description and pages of a privilege in one dialog. */
function EditPrivilege({ privilege, onClose }: EditPrivilegeProps) {
  const { t } = useTranslation('privileges')
  const client = useQueryClient()
  const { _id: id } = privilege
  const saving = useApiMutation({
    call: (body: { description: string; routes: string[]; revision: string | undefined }) =>
      api.call('changePrivilege', { params: { id }, body }),
    success: ({ message }) => message,
    failure: () => undefined,
    invalidates: [[KEYS.privileges], [KEYS.access]],
    onSuccess: onClose,
  })
  const reread = async (): Promise<StoredState<PrivilegeDraft>> => {
    const all = await client.fetchQuery({ ...privilegesQuery(), staleTime: 0 })
    const found = all.find(({ _id }) => _id === id)
    if (!found) throw new Error(t('edit.gone'))
    return stateOf(found)
  }
  const { values, revision } = stateOf(privilege)
  const state = useAppForm<PrivilegeDraft>({
    initial: values,
    shared: {
      revision,
      reread,
      labels: { description: t('field.description'), pages: t('field.pages') },
    },
    check: draftErrors,
    onSubmit: async ({ description, pages }, prepared) => {
      await saving.mutateAsync({ description, routes: [...pages], revision: prepared })
      return undefined
    },
  })
  return (
    <FormDialog
      state={state}
      title={t('edit.title', { name: privilege.privilegeName })}
      verb={t('edit.verb')}
      onClose={onClose}
    >
      <AppField name="description" label={t('field.description')} required>
        <Input maxLength={500} />
      </AppField>
      <AppField name="pages" label={t('field.pages')}>
        <PageSelect />
      </AppField>
    </FormDialog>
  )
}

interface PrivilegeDetailProps {
  readonly privilege: Privilege
  readonly onDuplicate: () => void
}

/** Pages and users of a privilege, with its actions. */
export function PrivilegeDetail({ privilege, onDuplicate }: PrivilegeDetailProps) {
  const { t } = useTranslation('privileges')
  const remove = useDeletePrivilege()
  const [editing, setEditing] = useState(false)
  const pages = privilege.routes.map(pageOfRoute)
  return (
    <div className={styles.detail}>
      <p className={styles.description}>{privilege.description || t('noDescription')}</p>
      {isAdministration(pages) ? <Alert type="warning" showIcon title={t('administration')} /> : null}
      <h3>{t('allowedRoutes')}</h3>
      {pages.length === 0 ? <p>{t('noRoutes')}</p> : <Routes privilege={privilege} pages={pages} />}
      <AddRoute privilege={privilege} />
      <h3>{t('holders.title')}</h3>
      <PrivilegeHolders id={privilege._id} />
      <div className={styles.actions}>
        <Button icon={<Pencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
          {t('edit.open')}
        </Button>
        <Button icon={<Copy size={16} aria-hidden />} onClick={onDuplicate}>
          {t('duplicate')}
        </Button>
        <OnlineButton danger icon={<Trash2 size={16} aria-hidden />} onClick={() => void remove(privilege)}>
          {t('delete.open')}
        </OnlineButton>
      </div>
      {editing ? <EditPrivilege privilege={privilege} onClose={() => setEditing(false)} /> : null}
    </div>
  )
}

interface RoutesProps {
  readonly privilege: Privilege
  readonly pages: readonly string[]
}

/** Pages of a privilege as removable chips, with their titles. */
function Routes({ privilege, pages }: RoutesProps) {
  const { t } = useTranslation('privileges')
  const titleOf = usePageTitles()
  const offline = useOfflineReason()
  const removing = useChangeRoutes('removeRoutes')
  return (
    <ul className={styles.routes} aria-label={t('allowedRoutes')}>
      {pages.map((page) => (
        <li key={page}>
          <span className={styles.chip}>
            <code>/{page}</code>
            <button
              type="button"
              aria-label={t('route.remove', { page: titleOf(page) })}
              title={offline}
              disabled={offline !== undefined || removing.isPending}
              onClick={() => removing.mutate({ privilege, page })}
            >
              <X size={14} aria-hidden />
            </button>
          </span>
          <span className={styles.opens}>
            {isKnownPage(page) ? t(`opens.${page}` as 'opens.devices') : ''}
          </span>
        </li>
      ))}
    </ul>
  )
}
