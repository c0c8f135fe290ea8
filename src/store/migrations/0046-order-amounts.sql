-- The amount of an order follows from its transactions, as its totals do: a merchant may try again with another amount, or
-- say it only after the payer was looked at. So each outcome writes it, and search takes it along. What nodes of releases
-- before this one wrote is put right by the next outcome of the order.
grant update (amount) on orders to tollgate_app;
grant update (amount, thousandths) on found_orders to tollgate_app;
