export { PrivilegeList } from './privilege-list.tsx'
export { PRIVILEGE_PROPOSALS } from './proposals.ts'
export { useAddPrivilege } from './use-privilege-changes.tsx'
