"""A real cluster on loopback: etcd, PostgreSQL under Patroni, nodes of the service, HAProxy."""
