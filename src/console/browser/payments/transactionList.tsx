// The transactions of an order, oldest first.

import type { ShownTransaction } from '../../api/payments.ts'
import { type DataColumn, DataList } from '../components/dataList.tsx'
import { Money } from '../components/money.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useWords } from '../language.tsx'
import { CodeBadge, GatewayCodeText, useCodeName } from './codeText.tsx'
import { orderWords } from './orderWords.ts'

export function TransactionList({ transactions }: { readonly transactions: readonly ShownTransaction[] }) {
  const say = useWords(orderWords)
  return (
    <DataList
      {...{ label: say('transactions'), columns: useColumns(), rows: transactions, hasCount: false }}
      keyOf={({ transactionId }) => transactionId}
      empty={say('noMoney')}
    />
  )
}

function useColumns(): readonly DataColumn<ShownTransaction>[] {
  const say = useWords(orderWords)
  const name = useCodeName()
  return [
    {
      ...{ key: 'id', title: say('transaction'), isHead: true },
      cell: ({ transactionId }) => <span className="transactionId">{transactionId}</span>,
    },
    { key: 'type', title: say('type'), cell: ({ type }) => name(type) },
    { key: 'time', title: say('time'), cell: ({ time }) => <Timestamp at={time} /> },
    {
      ...{ key: 'amount', title: say('amount'), isNumber: true },
      cell: ({ amount, currency }) =>
        amount === undefined || currency === undefined ? '' : <Money {...{ amount, currency }} />,
    },
    {
      ...{ key: 'outcome', title: say('outcome') },
      cell: ({ result, gatewayCode }) => (
        <>
          <CodeBadge code={result} /> <GatewayCodeText code={gatewayCode} isCodeShown />
        </>
      ),
    },
    {
      ...{ key: 'code', title: say('authorizationCode'), isWideOnly: true },
      cell: ({ authorizationCode }) => authorizationCode,
    },
    {
      ...{ key: 'by', title: say('by'), isWideOnly: true },
      cell: ({ userId, entryPoint }) => userId ?? (entryPoint === undefined ? '' : name(entryPoint)),
    },
  ]
}
