#!/bin/sh
# Remove the service and the program. Games, keys and settings stay, unless --purge is given.
#
#   sudo systemd/uninstall.sh [--root DIR] [--purge]
set -eu

root= purge=no
fail() { printf 'lunka: %s\n' "$*" >&2; exit 1; }
say() { printf 'lunka: %s\n' "$*"; }

while [ $# -gt 0 ]; do
    case $1 in
        --root)
            [ $# -ge 2 ] || fail "--root needs a folder"
            root=$(cd "$2" && pwd); shift 2 ;;
        --purge) purge=yes; shift ;;
        *) fail "unknown option '$1'; allowed are --root DIR and --purge" ;;
    esac
done
[ "$root" = / ] && root=
[ -n "$root" ] || [ "$(id -u)" = 0 ] || fail "uninstalling needs root; run it with sudo"

if [ -z "$root" ] && [ -d /run/systemd/system ]; then
    systemctl disable --now lunka.service lunka-hub.service lunka-backup.timer 2>/dev/null || true
fi
rm -rf "$root/etc/systemd/system/lunka.service.d" "$root/usr/local/lib/lunka"
rm -f "$root/etc/systemd/system/lunka.service" "$root/etc/systemd/system/lunka-backup.service" \
    "$root/etc/systemd/system/lunka-backup.timer" \
    "$root/etc/systemd/system/timers.target.wants/lunka-backup.timer" \
    "$root/etc/systemd/system/lunka-hub.service" \
    "$root/etc/systemd/system/multi-user.target.wants/lunka-hub.service" \
    "$root/etc/systemd/system/multi-user.target.wants/lunka.service" "$root/etc/udev/rules.d/60-lunka.rules"
[ "$(readlink "$root/usr/local/bin/lunka" || true)" != /usr/local/lib/lunka/venv/bin/lunka ] ||
    rm -f "$root/usr/local/bin/lunka"
if [ -z "$root" ] && [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    udevadm control --reload || true
fi
if [ "$purge" = yes ]; then
    rm -rf "$root/etc/lunka" "$root/var/lib/lunka" "$root/var/lib/private/lunka" "$root/var/lib/lunka-hub"
    for user in lunka lunka-hub; do
        [ -n "$root" ] || { userdel "$user" 2>/dev/null || true; groupdel "$user" 2>/dev/null || true; }
    done
    say "removed, with all games and settings"
else
    say "removed. Games and keys stay in $root/var/lib/lunka, settings in $root/etc/lunka"
fi
