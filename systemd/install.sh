#!/bin/sh
# Install Lunka as a service: program, user, settings, unit, udev rule. May be run again at any time:
# settings and games are kept, the program is renewed.
#
#   sudo systemd/install.sh [--extra pi|pi5|spi|serial|sheets|hub]... [--board PROFILE] [--simulated]
#                           [--wheels DIR] [--root DIR] [--no-start]
#
# --root installs below DIR without touching the running system (for images and tests).
set -eu
umask 022 # the service's user reads what root writes here

here=$(cd "$(dirname "$0")/.." && pwd)
root= extras= board=kalah-load simulated=false wheels= start=yes
given_board=no

say() { printf 'lunka: %s\n' "$*"; }
fail() { printf 'lunka: %s\n' "$*" >&2; exit 1; }
need() { [ $# -ge 2 ] || fail "$1 needs a value; the first lines of $0 show how it is used"; }

while [ $# -gt 0 ]; do
    case $1 in
        --root) need "$@"; root=$(mkdir -p "$2" && cd "$2" && pwd); shift 2 ;;
        --extra)
            need "$@"
            case $2 in
                pi | pi5 | spi | serial | sheets | hub) extras="$extras $2" ;;
                *) fail "there is no extra '$2'; allowed are pi, pi5, spi, serial, sheets and hub" ;;
            esac
            shift 2 ;;
        --board) need "$@"; board=$2 given_board=yes; shift 2 ;;
        --simulated) simulated=true; shift ;;
        --wheels) need "$@"; wheels=$(cd "$2" && pwd); shift 2 ;;
        --no-start) start=no; shift ;;
        *) fail "unknown option '$1'; the first lines of $0 show how it is used" ;;
    esac
done
asked_for() { case " $extras " in *" $1 "*) return 0 ;; *) return 1 ;; esac; }
if asked_for pi && asked_for pi5; then
    fail "the extras pi and pi5 exclude each other: RPi.GPIO and rpi-lgpio own the same module"
fi
[ "$root" = / ] && root=
[ -n "$root" ] || [ "$(id -u)" = 0 ] || fail "installing needs root; run it with sudo"
[ -z "$root" ] || start=no

prefix=/usr/local/lib/lunka

need_python() {
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "Lunka needs Python 3.11 or newer; this is $(python3 --version)"
}

# What new settings need is looked for before anything is changed.
find_board() {
    beside=
    [ ! -e "$root/etc/lunka/table.toml" ] || return 0
    case $board in
        *.toml) beside=$(python3 "$here/systemd/board_files.py" "$board") || exit 1 ;;
        *) [ -f "$here/hardware/profiles/$board.toml" ] || fail "there is no profile '$board';" \
            "give a .toml file or one of:" $(cd "$here/hardware/profiles" && ls | sed 's/\.toml$//') ;;
    esac
}

make_user() {
    [ -z "$root" ] || return 0
    getent group lunka >/dev/null || groupadd --system lunka
    for group in gpio spi dialout; do
        getent group "$group" >/dev/null || groupadd --system "$group"
    done
    getent passwd lunka >/dev/null || useradd --system --gid lunka --home-dir /var/lib/lunka \
        --no-create-home --shell /usr/sbin/nologin --comment "Lunka table" lunka
}

# The virtual environment remembers its own path: below a root it is made for use inside that root.
install_program() {
    mkdir -p "$root$prefix"
    python3 -m venv --clear "$root$prefix/venv" ||
        fail "the virtual environment cannot be made; install python3-venv (apt install python3-venv)"
    # Where lgpio has no wheel (Python 3.13) this makes it compile its own C library in.
    export PYPI=1
    pip="$root$prefix/venv/bin/python -m pip --disable-pip-version-check --quiet install"
    [ -z "$wheels" ] || pip="$pip --no-index --find-links $wheels"
    for list in run $extras; do
        # shellcheck disable=SC2086
        $pip --require-hashes -r "$here/requirements/$list.txt" ||
            fail "the packages in requirements/$list.txt cannot be installed; see above"
    done
    # shellcheck disable=SC2086
    if [ -n "$wheels" ]; then $pip --no-deps lunka; else $pip --no-deps "$here"; fi ||
        fail "Lunka itself cannot be installed; see above"
    [ -z "$root" ] || sed -i "s|$root$prefix|$prefix|g" \
        "$root$prefix/venv/pyvenv.cfg" $(grep -Il "$root$prefix" "$root$prefix"/venv/bin/*)
    rm -rf "$root$prefix/docs" && cp -r "$here/docs" "$root$prefix/docs"
    mkdir -p "$root/usr/local/bin"
    ln -sfn "$prefix/venv/bin/lunka" "$root/usr/local/bin/lunka"
}

# A file that is there already is kept beside the new one, as NAME.~1~.
put() {
    install -D -m 644 --backup=numbered "$1" "$root/etc/lunka/$2" || fail "$1 cannot be copied"
    say "copied $1 to /etc/lunka/$2"
}

install_settings() {
    mkdir -p "$root/etc/lunka"
    if [ -e "$root/etc/lunka/table.toml" ]; then
        say "kept /etc/lunka/table.toml as it is"
        return 0
    fi
    case $board in
        *.toml)
            put "$board" board.toml
            printf '%s\n' "$beside" | while IFS= read -r file; do
                [ -z "$file" ] || put "$(dirname "$board")/$file" "$file"
            done || exit 1
            board=board.toml ;;
    esac
    cat >"$root/etc/lunka/table.toml" <<END
# The settings of this table; every key is explained in $prefix/docs/config.md.
[board]
profile = "$board"
simulated = $simulated

[page]
host = "0.0.0.0"
port = 8765
END
    say "wrote /etc/lunka/table.toml"
}

install_unit() {
    units="$root/etc/systemd/system"
    mkdir -p "$units/lunka.service.d" "$root/etc/udev/rules.d"
    install -m 644 "$here/systemd/lunka.service" "$units/lunka.service"
    install -m 644 "$here/systemd/60-lunka.rules" "$root/etc/udev/rules.d/60-lunka.rules"
    PYTHONPATH= "$root$prefix/venv/bin/python" -m controller board unit \
        --config "$root/etc/lunka/table.toml" >"$units/lunka.service.d/board.conf.new" ||
        fail "the board's devices cannot be told; put /etc/lunka right and run this again"
    mv "$units/lunka.service.d/board.conf.new" "$units/lunka.service.d/board.conf"
}

begin() {
    [ -z "$root" ] || return 0
    [ -d /run/systemd/system ] || { say "systemd does not run here; nothing is started"; return 0; }
    udevadm control --reload || true
    udevadm trigger --subsystem-match=tty --subsystem-match=gpio --subsystem-match=spidev || true
    systemctl daemon-reload
    systemctl enable --quiet lunka.service
    if [ "$start" = yes ]; then
        systemctl restart lunka.service || fail "it does not start; see: journalctl -u lunka -n 50"
        say "running; systemctl status lunka"
    fi
}

[ "$given_board" = no ] || [ ! -e "$root/etc/lunka/table.toml" ] ||
    say "--board is only used for new settings; to change the board edit /etc/lunka/table.toml"
need_python
find_board
make_user
install_program
install_settings
install_unit
begin
say "installed. The key for the page: $root/var/lib/lunka/key (made at the first start)"
