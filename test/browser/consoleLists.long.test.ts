// Searches that find little among much: the server looks at so many, and says where to go on.

import { authorization } from '../journeys/requests.ts'
import { consoleMerchant, consoleTest } from './console.ts'

consoleTest('a search without a match so far goes on where it stopped', async scene => {
  const orderId = `deep-${scene.name}`
  await scene.gateway.call('PUT', `order/${orderId}/transaction/1`, authorization({}))
  const { page, open } = await scene.visitor()
  await page.route('**/console/api/findOrders', async route => {
    const { after, ...input } = route.request().postDataJSON()
    const response = await route.fetch({ postData: JSON.stringify(input) })
    const found = await response.json()
    const searchedTo = '2026-01-02T03:04:05.000Z'
    await route.fulfill({ response, json: after ? found : { ...found, orders: [], after: 'on', searchedTo } })
  })
  await open(`${consoleMerchant}/payments?orderId=${orderId}`)
  await page.getByText(/No payment matches/).waitFor()
  await page.getByText(/Searched back to/).waitFor()
  await page.getByRole('button', { name: 'Load more' }).click()
  await page.getByRole('link', { name: orderId, exact: true }).waitFor()
})

consoleTest('the request log looks further back, too', async scene => {
  const orderId = `logged-${scene.name}`
  await scene.gateway.call('PUT', `order/${orderId}/transaction/1`, authorization({}))
  const { page, open } = await scene.visitor()
  await page.route('**/console/api/requestLog', async route => {
    const { after, ...input } = route.request().postDataJSON()
    const response = await route.fetch({ postData: JSON.stringify(input) })
    const found = await response.json()
    await route.fulfill({ response, json: after ? found : { ...found, calls: [], next: '7' } })
  })
  await open(`${consoleMerchant}/requests?orderId=${orderId}`)
  await page.getByRole('button', { name: 'Load more' }).click()
  await page.getByRole('row').filter({ hasText: orderId }).first().waitFor()
})
