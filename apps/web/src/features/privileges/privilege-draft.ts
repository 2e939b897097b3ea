import type { Privilege } from '@wardtrack/contracts'
import { PAGES } from '@wardtrack/contracts/pages'
import { translate } from '../../lib/i18n/i18n.ts'
import type { FieldErrors } from '../../ui/form/use-app-form.ts'

/** Form values of a privilege; pages without their leading slash. */
export interface PrivilegeDraft {
  readonly privilegeName: string
  readonly description: string
  readonly pages: readonly string[]
}

/** Values of an empty form. */
export const emptyDraft: PrivilegeDraft = { privilegeName: '', description: '', pages: [] }

const FEWEST_LETTERS = 3

/** Returns the errors of the form values, with the specification's messages. */
export function draftErrors({ privilegeName, description }: PrivilegeDraft): FieldErrors<PrivilegeDraft> {
  const name = privilegeName.trim()
  return {
    privilegeName:
      name.startsWith('May') && name.length >= FEWEST_LETTERS
        ? undefined
        : translate('messages:privilegeName'),
    description:
      description.trim().length >= FEWEST_LETTERS ? undefined : translate('messages:privilegeDescription'),
  }
}

/** Returns the page name of a privilege's route: without the leading slash. */
export const pageOfRoute = (route: string): string => route.trim().replace(/^\//, '')

/** True if a privilege can include a page of this name. */
export const isKnownPage = (page: string): boolean => PAGES.includes(page)

/** Pages that make a user an administrator, because they allow granting every other page. */
const ADMINISTRATION: readonly string[] = ['privilege-settings', 'admin-config']

/** True if one of the pages makes its user an administrator. */
export const isAdministration = (pages: readonly string[]): boolean =>
  pages.some((page) => ADMINISTRATION.includes(page))

/** Returns the form values of a privilege. */
export const draftOfPrivilege = ({ privilegeName, description, routes }: Privilege): PrivilegeDraft => ({
  privilegeName,
  description,
  pages: routes.map(pageOfRoute),
})

const MAX_NAME_LENGTH = 100

/** Returns the form values of a copy, with an unused name. */
export function duplicateDraft(privilege: Privilege, all: readonly Privilege[]): PrivilegeDraft {
  const takenNames = new Set(all.map(({ privilegeName }) => privilegeName.toLowerCase()))
  const stem = privilege.privilegeName.slice(0, MAX_NAME_LENGTH - 4)
  let number = 2
  while (takenNames.has(`${stem} ${number}`.toLowerCase())) number += 1
  return { ...draftOfPrivilege(privilege), privilegeName: `${stem} ${number}` }
}
