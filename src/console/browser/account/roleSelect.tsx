import { Radio, Stack } from '@mantine/core'
import { type MerchantRole, merchantRoles } from '../../permissions.ts'
import { useWords } from '../language.tsx'
import { shellWords } from '../words/shell.ts'
import { usersWords } from '../words/users.ts'

type RoleSelectProps = { readonly role: MerchantRole; readonly onRole: (role: MerchantRole) => unknown }

/** The roles of a merchant's people, each with what it means. */
export function RoleSelect({ role, onRole }: RoleSelectProps) {
  const [say, sayOfShell] = [useWords(usersWords), useWords(shellWords)]
  return (
    <Radio.Group
      label={say('role')}
      value={role}
      onChange={chosen => onRole(merchantRoles.find(one => one === chosen) ?? role)}
    >
      <Stack gap="xs" mt={6}>
        {merchantRoles.map(one => (
          <Radio key={one} value={one} label={sayOfShell(`role${one}`)} description={say(`hint${one}`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
