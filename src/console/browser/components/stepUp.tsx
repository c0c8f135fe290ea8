// Money and secrets need a second factor of the last minutes: a call that was refused for that asks for one,
// and is made again.

import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { handleRefusals } from '../callServer.ts'
import { useWords } from '../language.tsx'
import { shellWords } from '../words/shell.ts'

/** What shows the second factor: `onDone` when the server has accepted one. */
export type StepUpFormProps = { readonly onDone: () => void; readonly onCancel: () => void }

type StepUpProps = { readonly form: ComponentType<StepUpFormProps>; readonly children: ReactNode }

export function StepUp({ form: Form, children }: StepUpProps) {
  const say = useWords(shellWords)
  const queries = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const waiting = useRef<((isDone: boolean) => void)[]>([])
  const finish = useCallback((isDone: boolean) => {
    setIsOpen(false)
    for (const answer of waiting.current.splice(0)) answer(isDone)
  }, [])
  useEffect(
    () =>
      handleRefusals({
        stepUp: () =>
          new Promise(answer => {
            waiting.current.push(answer)
            setIsOpen(true)
          }),
        signedOut: () => void queries.invalidateQueries({ queryKey: ['whoAmI'] }),
      }),
    [queries],
  )
  return (
    <>
      {children}
      <Modal
        {...{ opened: isOpen, onClose: () => finish(false), title: say('confirmTitle'), zIndex: 400 }}
        closeButtonProps={{ 'aria-label': say('close') }}
      >
        <Form onDone={() => finish(true)} onCancel={() => finish(false)} />
      </Modal>
    </>
  )
}
